package io.quorate.controller.plan;

import java.util.List;
import java.util.Optional;

/** Choosing among several plans of one rule. */
final class Plans {
  private Plans() {}

  /** The first plan that does something; else the first that rests; empty for none. */
  static Optional<Plan> firstThatActs(List<Plan> plans) {
    return plans.stream()
        .filter(plan -> !(plan.decision() instanceof Decision.Rest))
        .findFirst()
        .or(() -> plans.stream().findFirst());
  }
}
