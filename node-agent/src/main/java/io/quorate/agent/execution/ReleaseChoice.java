package io.quorate.agent.execution;

import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import java.util.Optional;
import java.util.Set;

/**
 * Which etcd release is started next:
 *
 * <ol>
 *   <li>the prepared one that the journal names: it ran the member's data last, or a command chose
 *       it. Only a command changes that, never the spec alone;
 *   <li>where the journal names none, a prepared one that the spec accepts, if it does not accept
 *       the installed one: so begins a member that a bootstrap or a recovery makes;
 *   <li>else the installed one; {@link VersionCheck} tells whether it may be started.
 * </ol>
 */
public final class ReleaseChoice {
  private ReleaseChoice() {}

  /**
   * Chooses.
   *
   * @param prepared the releases on this node beside the installed one
   */
  public static EtcdVersion next(
      AgentJournal journal, EtcdVersion installed, Set<EtcdVersion> prepared) {
    Optional<EtcdVersion> named =
        journal.member().isPresent() ? journal.runs().release() : Optional.empty();
    return named.isPresent()
        ? named.filter(prepared::contains).orElse(installed)
        : first(journal.spec(), installed, prepared);
  }

  /** Chooses for a member that begins on this node. */
  public static EtcdVersion first(
      Optional<ClusterSpec> spec, EtcdVersion installed, Set<EtcdVersion> prepared) {
    Optional<EtcdVersion> wanted =
        spec.map(read -> read.etcd().version()).filter(version -> !version.accepts(installed));
    return wanted.filter(prepared::contains).orElse(installed);
  }
}
