package io.quorate.controller.plan.lifecycle;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.state.Lineage;
import java.util.Optional;

/** Nothing is decided about a cluster that was deleted. */
public final class RestDeleted implements Rule {
  @Override
  public String code() {
    return "REST_DELETED";
  }

  @Override
  public boolean restsForEverything() {
    return true;
  }

  /** Nothing is begun. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState.view().lineage().state() == Lineage.State.DELETED
        ? Optional.of(
            PlanChoice.rest(
                clusterState,
                Reason.of(
                    "CLUSTER_DELETED",
                    "the cluster of UID "
                        + clusterState.view().lineage().uid()
                        + " was deleted: nothing of it starts again")))
        : Optional.empty();
  }
}
