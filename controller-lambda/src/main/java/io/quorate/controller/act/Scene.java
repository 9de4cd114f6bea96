package io.quorate.controller.act;

import io.quorate.controller.observe.Sight;
import io.quorate.controller.plan.Plan;
import io.quorate.controller.view.ClusterView;
import io.quorate.lease.HeldLease;

/**
 * What an act works from.
 *
 * @param lease the turn's lease
 * @param sight what the plan was made from
 * @param plan what to do
 * @param journal the turn's journal
 */
record Scene(HeldLease lease, Sight.Seen sight, Plan plan, Journal journal) {
  /** The same, for another plan. */
  Scene with(Plan other) {
    return new Scene(lease, sight, other, journal);
  }

  ClusterView view() {
    return sight.view();
  }
}
