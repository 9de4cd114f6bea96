package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.ScaleIn;
import io.quorate.controller.view.ObservedNode;
import java.util.Optional;

/**
 * Terminates an instance whose member has left: by a member list that is current it holds none, and
 * nothing is open on it. The group launches another unless it holds more than desired: in place of
 * an instance that the cloud takes it does so at once. A detached instance is left to its owner.
 */
public final class TerminateLeaver implements Rule {
  /** What delays it does not delay a join. */
  @Override
  public boolean restsForAll() {
    return false;
  }

  @Override
  public String code() {
    return "TERMINATE_LEAVER";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return PlanChoice.firstThatActs(
        clusterState.nodes().stream()
            .filter(node -> left(clusterState, node))
            .map(node -> terminate(clusterState, node))
            .toList());
  }

  private static boolean left(ClusterState clusterState, ObservedNode node) {
    var instance = node.heartbeat().instance();
    return clusterState.status().group().leaves(instance)
        && !clusterState.status().terminating(instance)
        && !clusterState.health().gone(instance)
        && ScaleIn.held(clusterState.view().group(), instance)
        && clusterState.members().list().isPresent()
        && clusterState.quorum().membershipCurrent()
        && clusterState.members().listed(instance).isEmpty();
  }

  private static Plan terminate(ClusterState clusterState, ObservedNode node) {
    var instance = node.heartbeat().instance();
    return TerminationEvidence.impossible(clusterState, node)
        .map(
            why ->
                PlanChoice.rest(
                    clusterState,
                    Reason.of("LEAVER_WAITS", instance + " left and is not terminated: " + why)))
        .orElseGet(
            () ->
                TerminationPlans.intend(
                    clusterState,
                    node,
                    Reason.of("MEMBER_LEFT", instance + " left the cluster: no member is its own")
                        .and("instance", instance)));
  }
}
