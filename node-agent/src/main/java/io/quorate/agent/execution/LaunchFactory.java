package io.quorate.agent.execution;

import io.quorate.agent.port.Launch;
import io.quorate.spec.ClusterSpec;

/** How etcd is started for the member on this disk. */
public final class LaunchFactory {
  private LaunchFactory() {}

  /** On existing data, or as a learner; never {@code new}. */
  public static Launch existing(NodeDescription self, JournalMember member, ClusterSpec spec) {
    return of(self, member, spec, false);
  }

  /** The one run of {@code new}. */
  public static Launch bootstrap(NodeDescription self, JournalMember member, ClusterSpec spec) {
    return of(self, member, spec, true);
  }

  private static Launch of(
      NodeDescription self, JournalMember member, ClusterSpec spec, boolean bootstrap) {
    return new Launch(
        self.instance().value(),
        member.directory(),
        self.endpoints(),
        bootstrap,
        member.initialCluster(),
        member.clusterToken(),
        spec.etcd());
  }
}
