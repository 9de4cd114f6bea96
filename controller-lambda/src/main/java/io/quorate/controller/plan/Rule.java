package io.quorate.controller.plan;

import java.util.Optional;

/** One rule of the planner: it proposes a plan, or has nothing to say. */
interface Rule {
  /** What this rule would do; empty where it does not apply. */
  Optional<Plan> consider(Situation situation);

  /** What it is called on screens and in docs/operations.md. */
  default String name() {
    return getClass().getSimpleName();
  }
}
