package io.quorate.agent.etcd.process;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What one line of etcd's log says of its end. The examples are pinned in EtcdExitTest.
 *
 * @param lastWords whether only a line counts with which etcd gives up: others may quote a key, or
 *     tell of a fault that etcd got over
 */
record ExitRule(boolean lastWords, List<String> parts, Function<String, EtcdExit> cause) {
  private static final int DETAIL_MAX = 300;
  private static final Pattern WORDS =
      Pattern.compile("\"(?:msg|error)\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** How zap's panic and fatal lines begin, and that of Go's own panic. */
  private static final List<String> LAST_WORDS =
      List.of("{\"level\":\"panic\"", "{\"level\":\"fatal\"", "panic: ", "fatal error: ");

  /** Also said when the file could not be opened, locked or mapped, which may pass. */
  private static final String NOT_OPENED = "failed to open database";

  /** Counts wherever it stands, before the other rules. */
  static final ExitRule REMOVED =
      rule(line -> new EtcdExit.RemovedFromCluster(), "permanently removed from the cluster");

  static final List<ExitRule> ALL =
      List.of(
          rule(EtcdExit.DiskFull::new, "no space left on device"),
          rule(EtcdExit.PortInUse::new, "address already in use"),
          new ExitRule(true, List.of("removed all voters"), EtcdExit.NoVoter::new),
          corrupt("tocommit(", "out of range"),
          corrupt("crc mismatch"),
          corrupt(NOT_OPENED, "\"error\":\"file size too small"),
          corrupt(NOT_OPENED, "\"error\":\"checksum error"),
          new ExitRule(
              true, List.of(NOT_OPENED, "\"error\":\"invalid database"), EtcdExit.NoDatabase::new),
          corrupt("failed to recover v3 backend from snapshot", "snapshot file doesn't exist"),
          corrupt("wal: file not found"),
          corrupt("wal: slice bounds out of range"),
          corrupt("wal: max entry size limit exceeded"),
          last(EtcdExit.OutOfMemory::new, "out of memory"),
          last(EtcdExit.OutOfMemory::new, "cannot allocate memory"),
          last(EtcdExit.ReadOnlyDisk::new, "read-only file system"),
          last(EtcdExit.NoPermission::new, "permission denied"),
          last(EtcdExit.CertificateUnfit::new, "x509"),
          last(EtcdExit.CertificateUnfit::new, "tls: "),
          last(EtcdExit.CertificateUnfit::new, "failed to find any pem data"),
          rule(EtcdExit.BadFlags::new, "flag provided but not defined"),
          rule(EtcdExit.BadFlags::new, "invalid value", "for flag"),
          rule(EtcdExit.BadFlags::new, "failed to verify flags"),
          rule(EtcdExit.BootstrapRefused::new, "has already been bootstrapped"),
          rule(EtcdExit.BootstrapRefused::new, "error validating peerurls"),
          rule(EtcdExit.BootstrapRefused::new, "couldn't find local name"),
          rule(EtcdExit.Panicked::new, "\"level\":\"panic\""),
          rule(EtcdExit.Panicked::new, "\"level\":\"fatal\""));

  private static ExitRule rule(Function<String, EtcdExit> cause, String... parts) {
    return new ExitRule(false, List.of(parts), cause);
  }

  /** Only its last words: a call to another member may fail of the same, and is got over. */
  private static ExitRule last(Function<String, EtcdExit> cause, String... parts) {
    return new ExitRule(true, List.of(parts), cause);
  }

  /**
   * Its verdict is final, so that only etcd's last words give it, and only those whose cause can be
   * nothing but this member's own data: neither a call that failed, nor a difference from its
   * peers, whose data may be the bad one.
   */
  private static ExitRule corrupt(String... parts) {
    return new ExitRule(true, List.of(parts), EtcdExit.CorruptData::new);
  }

  boolean matches(String lowerCaseLine) {
    return (!lastWords || LAST_WORDS.stream().anyMatch(lowerCaseLine::startsWith))
        && parts.stream().allMatch(lowerCaseLine::contains);
  }

  EtcdExit exit(String line) {
    String words = words(line);
    return cause.apply(words.length() > DETAIL_MAX ? words.substring(0, DETAIL_MAX) : words);
  }

  /** Of a line in JSON what people read: the message and its error. */
  private static String words(String line) {
    String words =
        WORDS
            .matcher(line)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.joining(": "));
    return line.startsWith("{") && !words.isEmpty() ? words.replace("\\\"", "\"") : line;
  }
}
