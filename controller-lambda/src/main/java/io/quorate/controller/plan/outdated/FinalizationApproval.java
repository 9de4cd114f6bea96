package io.quorate.controller.plan.outdated;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.ReleaseTarget;
import io.quorate.controller.view.ClusterView;
import io.quorate.release.TargetRelease;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.UpgradeSettings.Finalizes;
import io.quorate.state.Status;
import java.util.List;
import java.util.Optional;

/**
 * A person's word that a newer release line may become the cluster's, where the spec asks for it:
 *
 * <ol>
 *   <li>etcd raises the cluster's version by itself once no listed member is of the older line;
 *   <li>so it is asked for before the restart that leaves exactly one such voter: the loss of that
 *       one would do the same;
 *   <li>it is about one release, and goes once the spec asks for another.
 * </ol>
 */
public final class FinalizationApproval {
  /** Of so few voters of the older line the next restart leaves one, or none. */
  private static final int LAST = 2;

  private FinalizationApproval() {}

  /** The approval goes once the spec asks for another release. */
  public static Status next(ClusterView view, Status status) {
    return status.withApprovedRelease(
        status.approvedRelease().filter(view.spec().etcd().version()::equals));
  }

  /** The release of a newer line that voters change to, while one of the older line is left. */
  public static Optional<EtcdVersion> awaited(ClusterState clusterState) {
    return target(clusterState)
        .filter(target -> !older(clusterState, target).isEmpty())
        .filter(target -> asks(clusterState))
        .filter(target -> !clusterState.status().approvedRelease().equals(Optional.of(target)));
  }

  /** Why no further member changes before a person approves. */
  static Optional<String> waits(ClusterState clusterState) {
    return awaited(clusterState)
        .filter(target -> older(clusterState, target).size() <= LAST)
        .map(
            target ->
                "the cluster's version may rise to etcd "
                    + target.line()
                    + " after it, and quorate upgrade approve is awaited");
  }

  /** The message of UPGRADE_NEEDS_APPROVAL while it holds. */
  public static Optional<String> needed(ClusterState clusterState) {
    return waits(clusterState)
        .filter(why -> RestartDue.halted(clusterState).isEmpty())
        .flatMap(why -> awaited(clusterState))
        .map(
            target ->
                "of the voters "
                    + String.join(", ", older(clusterState, target))
                    + " run a line of etcd before "
                    + target.line()
                    + ", and the next one to change leaves one of them. Once that one has changed, or is"
                    + " removed, etcd raises the cluster's version to "
                    + target.line()
                    + ", and members go back by a downgrade alone. Run 'quorate upgrade approve "
                    + clusterState.view().cluster()
                    + "' to go on, or apply the former etcd.version to go back");
  }

  private static boolean asks(ClusterState clusterState) {
    return clusterState.view().spec().upgrade().finalizes() == Finalizes.APPROVE;
  }

  private static Optional<EtcdVersion> target(ClusterState clusterState) {
    return ReleaseTarget.of(clusterState).map(TargetRelease::version);
  }

  /** The instances whose voters run an older line. */
  private static List<String> older(ClusterState clusterState, EtcdVersion target) {
    return ReleaseTarget.olderLine(clusterState, target).stream()
        .map(node -> node.heartbeat().instance().value())
        .sorted()
        .toList();
  }
}
