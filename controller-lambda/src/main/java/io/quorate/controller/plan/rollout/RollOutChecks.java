package io.quorate.controller.plan.rollout;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.facts.ReleaseTarget;
import io.quorate.controller.plan.outdated.RestartDue;
import io.quorate.controller.plan.outdated.RestartDue.Due;
import io.quorate.controller.plan.outdated.RollOuts;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.MemberEntry;
import io.quorate.state.RollOutHalt;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Conditions about members that run with other settings than the spec's. */
public final class RollOutChecks {
  private RollOutChecks() {}

  /** The message of ROLLOUT_HALTED while it holds. */
  public static Optional<String> halted(ClusterState clusterState) {
    return RestartDue.halted(clusterState)
        .filter(halt -> !RollOuts.ofRelease(halt))
        .map(
            halt ->
                "the member on "
                    + halt.instance()
                    + " did not restart with the settings of the spec ("
                    + halt.because()
                    + "); no other member is restarted. Apply a spec with other settings, which"
                    + " that member takes by itself, or mend the instance and run 'quorate resume "
                    + clusterState.view().cluster()
                    + " --yes'");
  }

  /** The message of UPGRADE_HALTED while it holds. */
  public static Optional<String> upgradeHalted(ClusterState clusterState) {
    return RestartDue.halted(clusterState)
        .filter(RollOuts::ofRelease)
        .map(
            halt ->
                halt.snapshot()
                    .map(snapshot -> refused(clusterState, halt, snapshot))
                    .orElseGet(() -> notRestarted(clusterState, halt)));
  }

  private static String notRestarted(ClusterState clusterState, RollOutHalt halt) {
    return "the member on "
        + halt.instance()
        + " did not restart with etcd "
        + clusterState.view().spec().etcd().version()
        + " ("
        + halt.because()
        + "); no other member changes its release. Apply the etcd.version that the"
        + " other members run, or mend the instance and run 'quorate resume "
        + clusterState.view().cluster()
        + " --yes'";
  }

  private static String refused(ClusterState clusterState, RollOutHalt halt, SnapshotId snapshot) {
    return "etcd "
        + clusterState.view().spec().etcd().version()
        + " cannot restore and serve snapshot "
        + snapshot
        + " as its manifest says, which another release wrote and found right ("
        + halt.instance()
        + ": "
        + halt.because()
        + "); no member changes its release, and the snapshot stays a source. Apply the"
        + " etcd.version that the members run, or a third one. To try this one again, on the newest"
        + " snapshot: quorate snapshot take "
        + clusterState.view().cluster()
        + ", then 'quorate resume "
        + clusterState.view().cluster()
        + " --yes'";
  }

  /** The message of RESTART_AWAITED while it holds. */
  public static Optional<String> awaited(ClusterState clusterState) {
    List<MemberEntry> voters =
        clusterState.members().list().map(Membership::voters).orElse(List.of());
    if (!RestartDue.tooFew(voters)) {
      return Optional.empty();
    }
    return RestartDue.of(clusterState)
        .filter(due -> ReleaseTarget.outdated(clusterState).isEmpty())
        .filter(Due.Waits.class::isInstance)
        .map(Due.Waits.class::cast)
        .map(
            waits ->
                "etcd runs with older settings on "
                    + waits.outdated().stream()
                        .map(node -> node.heartbeat().instance().value())
                        .collect(Collectors.joining(", "))
                    + ": of "
                    + voters.size()
                    + " voters none may stop. Restart the agent there at a time that suits"
                    + " (systemctl restart quorate-agent), or raise the group's desired capacity");
  }
}
