package io.quorate.controller.plan.rollout;

import io.quorate.command.Lane;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import java.util.Optional;

/**
 * Has a node that lacks the release of the spec fetch it. That touches nothing that runs, and is
 * done beside a recovery, too: an instance that replaces a lost one may have an older release
 * installed, and none that lacks the spec's can seed the next generation.
 */
public final class PrepareMissingRelease implements Rule {
  @Override
  public String code() {
    return "PREPARE_RELEASE";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  @Override
  public boolean besideEverything() {
    return true;
  }

  /** It touches nothing that runs. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.status().open(Lane.MAINTENANCE).isPresent()
        ? Optional.empty()
        : PrepareReleasePolicy.due(clusterState);
  }
}
