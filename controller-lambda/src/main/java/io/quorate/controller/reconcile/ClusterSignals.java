package io.quorate.controller.reconcile;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.voters.CountedVoters;
import io.quorate.controller.view.ClusterView;
import io.quorate.state.Condition;
import io.quorate.state.Severity;
import java.util.List;
import java.util.Optional;

/**
 * What a turn found of one cluster, for its metrics.
 *
 * @param conditions those that hold
 * @param voters how many voters are listed
 * @param serving how many of them serve
 */
public record ClusterSignals(List<Condition> conditions, int voters, int serving) {
  /** Of a cluster without members and conditions. */
  public static final ClusterSignals NONE = new ClusterSignals(List.of(), 0, 0);

  public ClusterSignals {
    conditions = List.copyOf(conditions);
  }

  /** As a plan shows it. */
  static ClusterSignals of(ClusterView view, Plan plan) {
    CountedVoters counted = new CountedVoters(ClusterStates.of(view));
    return new ClusterSignals(plan.status().conditions(), counted.all(), counted.healthy());
  }

  /** The highest severity of the conditions. */
  public Optional<Severity> severity() {
    return Severity.highest(conditions);
  }
}
