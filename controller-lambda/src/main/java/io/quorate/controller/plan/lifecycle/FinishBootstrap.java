package io.quorate.controller.plan.lifecycle;

import io.quorate.controller.decision.FinalizeBootstrap;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.state.Bootstrap;
import io.quorate.state.Lineage;
import java.util.Map;
import java.util.Optional;

/** Finishes a bootstrap exactly as it was recorded, whoever recorded it. */
public final class FinishBootstrap implements Rule {
  @Override
  public String code() {
    return "FINISH_BOOTSTRAP";
  }

  /** A recorded bootstrap is finished. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    Lineage lineage = clusterState.view().lineage();
    if (lineage.state() != Lineage.State.COMMITTING) {
      return Optional.empty();
    }
    Bootstrap bootstrap = lineage.bootstrap().orElseThrow();
    Reason reason =
        Reason.of(
                "BOOTSTRAP_RECORDED",
                "generation " + bootstrap.generation() + " is decided, not final")
            .and("nonce", bootstrap.nonce());
    return Optional.of(
        new Plan(new FinalizeBootstrap(reason, bootstrap), clusterState.status(), Map.of()));
  }
}
