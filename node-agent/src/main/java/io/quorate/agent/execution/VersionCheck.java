package io.quorate.agent.execution;

import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the installed etcd may be started (ADR 15):
 *
 * <ol>
 *   <li>a release that Quorate does not support is never started;
 *   <li>a release outside the spec's version starts no new member, and takes over no data that
 *       another release ran last;
 *   <li>the release that ran a member's data last goes on running it, whatever the spec says by
 *       now: an edited spec costs no quorum.
 * </ol>
 */
public final class VersionCheck {
  private VersionCheck() {}

  /**
   * Why the installed etcd is not to be started for the member on this disk, or for one to come.
   *
   * @param prepared the releases on this node beside the installed one
   * @param spec the spec as read from the store; empty while none was read, which forbids nothing
   */
  public static Optional<String> refuses(
      AgentJournal journal,
      Optional<ClusterSpec> spec,
      EtcdVersion installed,
      Set<EtcdVersion> prepared) {
    EtcdVersion next = ReleaseChoice.next(journal, installed, prepared);
    return !next.equals(installed) && next.isSupported()
        ? Optional.empty()
        : refuses(journal, spec, installed);
  }

  /** The same on a node on which no release was prepared. */
  public static Optional<String> refuses(
      AgentJournal journal, Optional<ClusterSpec> spec, EtcdVersion installed) {
    if (!installed.isSupported()) {
      return Optional.of(
          "etcd "
              + installed
              + " is installed, which this release of Quorate never starts: install a release of "
              + EtcdVersion.SUPPORTED);
    }
    return spec.map(desired -> desired.etcd().version())
        .filter(version -> !version.accepts(installed))
        .filter(version -> !ranLast(journal, installed))
        .map(
            version ->
                "etcd "
                    + installed
                    + " is installed, the spec wants "
                    + version
                    + journal
                        .runs()
                        .release()
                        .map(last -> ", and " + last + " ran this member's data last")
                        .orElse(""));
  }

  /** A journal of before releases were kept names none: then it is the one that is there. */
  private static boolean ranLast(AgentJournal journal, EtcdVersion installed) {
    MemberRuns runs = journal.runs();
    return journal.member().isPresent()
        && (runs.starts() > 0 || runs.release().isPresent())
        && runs.release().map(installed::equals).orElse(true);
  }
}
