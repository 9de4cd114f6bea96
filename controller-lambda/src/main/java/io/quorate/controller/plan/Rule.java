package io.quorate.controller.plan;

import java.util.Optional;

/** One rule of the planner: it proposes a plan, or has nothing to say. */
@FunctionalInterface
interface Rule {
  /** What this rule would do; empty where it does not apply. */
  Optional<Plan> consider(Situation situation);
}
