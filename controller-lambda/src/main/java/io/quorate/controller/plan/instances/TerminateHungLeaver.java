package io.quorate.controller.plan.instances;

import io.quorate.command.CommandEffect;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.util.Optional;

/**
 * Terminates a leaving node that fell silent after its member was removed: its open instruction
 * would block every other change. By a current member list it holds no member, so that no quorum
 * depends on it; it was silent for {@code silentGrace}. One that is still listed hangs as any voter
 * does: {@link ReplaceHungNode} asks for the evidence of the others.
 */
public final class TerminateHungLeaver implements Rule {
  @Override
  public String code() {
    return "TERMINATE_HUNG_LEAVER";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState
        .status()
        .operation()
        .filter(TerminateHungLeaver::stopsItsExecutor)
        .flatMap(open -> clusterState.node(open.executor()))
        .filter(node -> silentForLong(clusterState, node))
        .filter(node -> !clusterState.status().terminating(node.heartbeat().instance()))
        .filter(node -> noMember(clusterState, node))
        .filter(node -> TerminationEvidence.impossible(clusterState, node).isEmpty())
        .map(node -> intend(clusterState, node));
  }

  private static boolean stopsItsExecutor(OpenCommand open) {
    return open.effects().contains(new CommandEffect.Stops(open.executor()));
  }

  private static boolean silentForLong(ClusterState clusterState, ObservedNode node) {
    Duration grace = clusterState.view().spec().timings().silentGrace();
    return clusterState.health().silent(node)
        && node.heartbeatProgress().still().compareTo(grace) >= 0;
  }

  private static boolean noMember(ClusterState clusterState, ObservedNode node) {
    return clusterState.members().list().isPresent()
        && clusterState.quorum().membershipCurrent()
        && clusterState.members().listed(node.heartbeat().instance()).isEmpty();
  }

  private static Plan intend(ClusterState clusterState, ObservedNode node) {
    var instance = node.heartbeat().instance();
    OpenCommand open = clusterState.status().operation().orElseThrow();
    return TerminationPlans.intend(
        clusterState,
        node,
        Reason.of(
                "LEAVER_HUNG",
                instance
                    + " fell silent while leaving, since "
                    + node.heartbeatProgress().since()
                    + ", and holds no member any more")
            .and("instance", instance)
            .and("instruction", open.commandId()));
  }
}
