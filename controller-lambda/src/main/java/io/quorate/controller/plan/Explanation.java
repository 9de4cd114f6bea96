package io.quorate.controller.plan;

import java.util.List;

/**
 * A plan, and how it came about.
 *
 * @param considered every rule, in the planner's order; at most one applies
 * @param plan the same that {@link Planner#plan} returns
 */
public record Explanation(List<Considered> considered, Plan plan) {
  /** Keeps the list as it is. */
  public Explanation {
    considered = List.copyOf(considered);
  }
}
