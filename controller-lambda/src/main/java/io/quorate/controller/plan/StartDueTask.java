package io.quorate.controller.plan;

import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.snapshots.PruneDirectoriesPolicy;
import io.quorate.controller.plan.snapshots.TakeSnapshotPolicy;
import io.quorate.controller.plan.snapshots.UploadDirectoryPolicy;
import io.quorate.controller.plan.snapshots.VerifySnapshotPolicy;
import java.util.Optional;

/**
 * Starts the maintenance that is due: a snapshot by the interval, else the upload of a divergent
 * directory, else a verification by the policy, else the deletion of archived directories that are
 * covered. Not while a change is under way; the last of the rules, for everything else matters
 * more.
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

  /** Snapshots never wait, and a divergent directory is a copy in danger; deletions wait. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return plan.decision() instanceof StartCommand start
        && start.command().kind() == CommandKind.PRUNE_DIRECTORIES;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    if (clusterState.status().open(Lane.MAINTENANCE).isPresent()
        || clusterState.status().open(Lane.MEMBERSHIP).isPresent()) {
      return Optional.empty();
    }
    return TakeSnapshotPolicy.due(clusterState)
        .or(() -> UploadDirectoryPolicy.due(clusterState))
        .or(() -> VerifySnapshotPolicy.due(clusterState))
        .or(() -> PruneDirectoriesPolicy.due(clusterState));
  }
}
