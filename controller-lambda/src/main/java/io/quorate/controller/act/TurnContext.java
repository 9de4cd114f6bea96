package io.quorate.controller.act;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.observe.ObserveResult;
import io.quorate.controller.view.ClusterView;
import io.quorate.lease.HeldLease;

/**
 * What an act works from.
 *
 * @param lease the turn's lease
 * @param seen what the plan was made from
 * @param plan what to do
 * @param journal the turn's journal
 */
record TurnContext(HeldLease lease, ObserveResult.Seen seen, Plan plan, JournalWriter journal) {
  /** The same, for another plan. */
  TurnContext with(Plan other) {
    return new TurnContext(lease, seen, other, journal);
  }

  ClusterView view() {
    return seen.view();
  }
}
