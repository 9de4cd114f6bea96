package io.quorate.controller.plan.facts;

import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The plan of a rule that waits, and the choice among several plans of one rule. */
public final class PlanChoice {
  private PlanChoice() {}

  /** Nothing is done, for this reason. */
  public static Plan rest(ClusterState clusterState, Reason reason) {
    return new Plan(new NoOp(reason), clusterState.status(), Map.of());
  }

  /** The first plan that does something; else the first that rests; empty for none. */
  public static Optional<Plan> firstThatActs(List<Plan> plans) {
    return plans.stream()
        .filter(plan -> !(plan.decision() instanceof NoOp))
        .findFirst()
        .or(() -> plans.stream().findFirst());
  }
}
