package io.quorate.controller.plan;

import java.util.Optional;

/** One rule of the planner: it proposes a plan, or has nothing to say. */
interface Rule {
  /** What this rule would do; empty where it does not apply. */
  Optional<Plan> consider(Situation situation);

  /** Whether its rest is for all: nothing else begins meanwhile. */
  default boolean restsForAll() {
    return true;
  }

  /** What it is called on screens and in docs/operations.md. */
  default String name() {
    return getClass().getSimpleName();
  }
}
