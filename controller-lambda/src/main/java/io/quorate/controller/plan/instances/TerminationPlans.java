package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.group.NonMembers;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Plans of the rules that terminate a silent node. */
public final class TerminationPlans {
  private TerminationPlans() {}

  /**
   * Records the termination of the first node that hangs. Other recorded terminations must be held
   * back and not yet asked for: they may wait for this very node, which no longer serves.
   */
  public static Optional<Plan> ofFirst(
      ClusterState clusterState,
      Predicate<ObservedNode> hangs,
      BiFunction<ClusterState, ObservedNode, Reason> reason) {
    return clusterState.status().terminations().stream()
            .allMatch(intent -> RecordedTerminations.heldBackUnasked(clusterState, intent))
        ? clusterState.nodes().stream()
            .filter(node -> !clusterState.status().terminating(node.heartbeat().instance()))
            .filter(hangs)
            .findFirst()
            .map(node -> intend(clusterState, node, reason.apply(clusterState, node)))
        : Optional.empty();
  }

  /**
   * Records that a node is to be terminated, beside what was recorded before. It rests on the state
   * of that node and of every healthy voter; for a node that left, only on its own state.
   */
  public static Plan intend(ClusterState clusterState, ObservedNode node, Reason reason) {
    return intend(clusterState, node.heartbeat().instance(), reason);
  }

  /** The same for an instance that may never have registered. */
  public static Plan intend(ClusterState clusterState, InstanceId instance, Reason reason) {
    Termination termination =
        Termination.decided(instance, reason.message(), clusterState.view().observedAt());
    List<Termination> next = new ArrayList<>(clusterState.status().terminations());
    next.add(termination);
    Status status = clusterState.status().withTerminations(next);
    return new Plan(
        new RecordTermination(reason, termination),
        status,
        NonMembers.evidenceOfLeaver(clusterState, instance));
  }
}
