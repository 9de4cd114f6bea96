package io.quorate.controller.plan.snapshots;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import java.util.Optional;

/**
 * Takes a snapshot that is two intervals overdue even while a change is under way, on another node
 * than that change's executor: a change that hangs must not mean that there are no backups. So is
 * one taken at once of what a majority of the voters holds in memory only.
 */
public final class StartOverdueSnapshot implements Rule {
  @Override
  public String code() {
    return "START_OVERDUE_SNAPSHOT";
  }

  /** Snapshots never wait. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    if (clusterState.status().tasks().open().isPresent()
        || (SnapshotDue.overdue(clusterState).isEmpty()
            && !SnapshotDue.rescueAwaited(clusterState))) {
      return Optional.empty();
    }
    return TakeSnapshotPolicy.due(clusterState);
  }
}
