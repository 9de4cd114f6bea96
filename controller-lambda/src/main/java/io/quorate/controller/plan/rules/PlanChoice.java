package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import java.util.List;
import java.util.Optional;

/** Choosing among several plans of one rule. */
public final class PlanChoice {
  private PlanChoice() {}

  /** The first plan that does something; else the first that rests; empty for none. */
  public static Optional<Plan> firstThatActs(List<Plan> plans) {
    return plans.stream()
        .filter(plan -> !(plan.decision() instanceof NoOp))
        .findFirst()
        .or(() -> plans.stream().findFirst());
  }
}
