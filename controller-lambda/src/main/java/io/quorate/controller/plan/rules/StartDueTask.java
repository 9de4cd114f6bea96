package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.snapshots.DirectoryUploads;
import io.quorate.controller.plan.snapshots.SnapshotDue;
import io.quorate.controller.plan.snapshots.TaskExecutors;
import io.quorate.controller.plan.snapshots.TaskPlans;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.task.TaskKind;
import java.util.Optional;

/**
 * Starts what is due: a snapshot by the interval, else the upload of a divergent directory, else a
 * verification by the policy. Not while a change is under way; the last of the rules, for
 * everything else matters more.
 */
public final class StartDueTask implements Rule {
  @Override
  public String code() {
    return "START_TASK";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    if (clusterState.status().tasks().open().isPresent()
        || clusterState.status().operation().isPresent()) {
      return Optional.empty();
    }
    return take(clusterState).or(() -> upload(clusterState)).or(() -> verify(clusterState));
  }

  private static Optional<Plan> take(ClusterState clusterState) {
    return SnapshotDue.take(clusterState)
        .flatMap(
            reason ->
                SnapshotDue.executor(clusterState)
                    .map(node -> TaskPlans.take(clusterState, node, reason, Optional.empty())));
  }

  private static Optional<Plan> upload(ClusterState clusterState) {
    return DirectoryUploads.due(clusterState).map(old -> TaskPlans.upload(clusterState, old));
  }

  private static Optional<Plan> verify(ClusterState clusterState) {
    return SnapshotDue.verify(clusterState)
        .flatMap(
            snapshot ->
                TaskExecutors.choose(clusterState, TaskKind.VERIFY_SNAPSHOT)
                    .map(
                        node ->
                            TaskPlans.verify(
                                clusterState,
                                node,
                                snapshot,
                                Reason.of(
                                    "VERIFICATION_DUE",
                                    "snapshot " + snapshot.id() + " was never restored"),
                                Optional.empty())));
  }
}
