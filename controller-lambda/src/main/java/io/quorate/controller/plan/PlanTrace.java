package io.quorate.controller.plan;

import io.quorate.controller.decision.Plan;
import java.util.List;

/**
 * A plan, and how it came about.
 *
 * @param evaluations every rule, in the planner's order; at most one applies
 * @param plan the same that {@link Planner#plan} returns
 */
public record PlanTrace(List<RuleEvaluation> evaluations, Plan plan) {
  public PlanTrace {
    evaluations = List.copyOf(evaluations);
  }
}
