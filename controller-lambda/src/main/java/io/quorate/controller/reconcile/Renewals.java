package io.quorate.controller.reconcile;

import io.quorate.controller.plan.Decision;
import io.quorate.controller.plan.Plan;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.state.Boot;
import io.quorate.state.Heartbeat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Whether the heartbeats that a termination rests on, and those that call a member forgotten, were
 * written in this very turn.
 *
 * <p>A row that moved since the last turn tells how its node was at some time between the two,
 * which an outage of the store or of the controller makes arbitrarily long: who served then may be
 * dead by now, and whom all missed may be back. What a turn sees moving is true now (I2, I7).
 */
final class Renewals {
  private final Map<InstanceId, Written> first = new HashMap<>();

  /** Which heartbeat a row held. */
  private record Written(Boot boot, long sequence) {
    static Written of(Heartbeat heartbeat) {
      return new Written(heartbeat.boot(), heartbeat.sequence());
    }
  }

  /** Takes note of what this turn reads first of each node. */
  void looked(ClusterView view) {
    view.nodes()
        .forEach((instance, node) -> first.putIfAbsent(instance, Written.of(node.heartbeat())));
  }

  /** Whose heartbeat a decision rests on without its having been written since; in order. */
  List<InstanceId> awaited(Plan plan, ClusterView view) {
    return switch (plan.decision()) {
      case Decision.IntendTermination intend ->
          awaited(plan, view, intend.termination().instance());
      case Decision.Terminate terminate -> awaited(plan, view, terminate.termination().instance());
      case Decision.HandBack handBack -> List.of();
      case Decision.Rest rest -> List.of();
      case Decision.DecideBirth birth -> List.of();
      case Decision.FinishBirth birth -> List.of();
      case Decision.Issue issue ->
          awaited(
              view,
              plan.reliedOn().keySet().stream().filter(instance -> mustBeNow(plan, instance)));
      case Decision.RequestCancel cancel -> List.of();
      case Decision.Close close -> List.of();
      case Decision.Halt halt -> List.of();
    };
  }

  /** Nothing is awaited of the one that is to go: its silence is what speaks against it. */
  private List<InstanceId> awaited(Plan plan, ClusterView view, InstanceId leaving) {
    return awaited(
        view, plan.reliedOn().keySet().stream().filter(instance -> !instance.equals(leaving)));
  }

  private static boolean mustBeNow(Plan plan, InstanceId instance) {
    return Objects.requireNonNull(plan.reliedOn().get(instance)).now();
  }

  private List<InstanceId> awaited(ClusterView view, Stream<InstanceId> instances) {
    return instances.filter(instance -> !renewed(view, instance)).sorted().toList();
  }

  private boolean renewed(ClusterView view, InstanceId instance) {
    Heartbeat now = Objects.requireNonNull(view.nodes().get(instance)).heartbeat();
    return !Written.of(now).equals(first.get(instance));
  }
}
