package io.quorate.agent.etcd.process;

import io.quorate.agent.etcd.tools.BoltFile;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Why etcd ended, as far as exit code and the last lines of its log tell. A hint, not a proof: exit
 * code 0 with no known line is {@link Unknown}, and a removal is to be confirmed with another
 * member or the record.
 */
public sealed interface EtcdExit {
  /** The log says that the member was removed from its cluster. */
  record RemovedFromCluster() implements EtcdExit {}

  /** A signal ended it; 15 is a requested stop, 9 may be the kernel's out-of-memory killer. */
  record KilledBySignal(int signal) implements EtcdExit {}

  /** Its data is unusable. */
  record CorruptData(String detail) implements EtcdExit {}

  /**
   * It found no database in its file, or could not read the beginning of it: its words are the
   * same, and only a look at the file tells ({@link BoltFile}).
   */
  record NoDatabase(String detail) implements EtcdExit {}

  /** It gave up on itself for another reason. */
  record Panicked(String detail) implements EtcdExit {}

  /** A page fault, or Go's own panic: the head of its trace says why, never the end. */
  record Crashed(String detail) implements EtcdExit {}

  /** It may not read or write its files: somebody else owns them. */
  record NoPermission(String detail) implements EtcdExit {}

  /** Its disk is mounted read-only. */
  record ReadOnlyDisk(String detail) implements EtcdExit {}

  /** It got no memory. */
  record OutOfMemory(String detail) implements EtcdExit {}

  /** A certificate or key does not fit, or is not there. */
  record CertificateUnfit(String detail) implements EtcdExit {}

  /** No voter is left in its own view of the cluster: it was a learner, told to go on alone. */
  record NoVoter(String detail) implements EtcdExit {}

  /** No space is left on the disk. */
  record DiskFull(String detail) implements EtcdExit {}

  /** Another process listens on one of its addresses. */
  record PortInUse(String detail) implements EtcdExit {}

  /** The flags are wrong: starting it again will not help. */
  record BadFlags(String detail) implements EtcdExit {}

  /** It and the cluster it was to join disagree on the membership. */
  record BootstrapRefused(String detail) implements EtcdExit {}

  /** None of these. */
  record Unknown(OptionalInt exitCode, String detail) implements EtcdExit {}

  /** How it ended, for people. */
  default String words() {
    return switch (this) {
      case RemovedFromCluster e -> "the log says that the member was removed";
      case KilledBySignal e -> "signal " + e.signal();
      case CorruptData e -> e.detail();
      case NoDatabase e -> e.detail();
      case Panicked e -> e.detail();
      case Crashed e -> e.detail();
      case NoPermission e -> e.detail();
      case ReadOnlyDisk e -> e.detail();
      case OutOfMemory e -> e.detail();
      case CertificateUnfit e -> e.detail();
      case NoVoter e -> e.detail();
      case DiskFull e -> e.detail();
      case PortInUse e -> e.detail();
      case BadFlags e -> e.detail();
      case BootstrapRefused e -> e.detail();
      case Unknown e -> (code(e.exitCode()) + " " + e.detail()).strip();
    };
  }

  /** An exit code, for people. */
  static String code(OptionalInt exitCode) {
    return exitCode.isPresent() ? "exit code " + exitCode.getAsInt() : "exit code unknown";
  }

  /**
   * Classifies an exit.
   *
   * @param exitCode as the shell gives it, 128 + n for signal n; empty for an adopted process
   * @param logTail the last lines since this start, oldest first
   */
  public static EtcdExit of(OptionalInt exitCode, List<String> logTail) {
    // While it stops for its removal, etcd may still end fatally over a listener that it closed.
    if (logTail.stream()
        .anyMatch(line -> ExitRule.REMOVED.matches(line.toLowerCase(Locale.ROOT)))) {
      return new RemovedFromCluster();
    }
    // A process that was killed had no time to say why.
    if (exitCode.isPresent() && exitCode.getAsInt() > 128) {
      return new KilledBySignal(exitCode.getAsInt() - 128);
    }
    for (int i = logTail.size() - 1; i >= 0; i--) {
      String line = logTail.get(i);
      for (ExitRule rule : ExitRule.ALL) {
        if (rule.matches(line.toLowerCase(Locale.ROOT))) {
          return rule.exit(line);
        }
      }
    }
    return PanicHead.of(logTail)
        .<EtcdExit>map(Crashed::new)
        .orElseGet(
            () -> new Unknown(exitCode, logTail.isEmpty() ? "" : logTail.get(logTail.size() - 1)));
  }
}
