package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.OpenOperation;
import io.quorate.controller.plan.facts.PeerLiveness;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.ClockReading;
import io.quorate.state.MemberEntry;
import io.quorate.state.OpenCommand;
import java.util.Optional;

/**
 * Terminates a joining node that is silent past its deadline and is no voter, though its dead
 * former member may still be listed as one. Such a node has no vote and no only copy of any data,
 * and its open instruction would block every other change. The instruction may have been issued by
 * another clock, so enough additional time has to pass that the node has given up by its own clock.
 */
public final class TerminateHungJoiner implements Rule {
  @Override
  public String code() {
    return "TERMINATE_HUNG_JOINER";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState
        .status()
        .operation()
        .filter(OpenCommand::promotes)
        .filter(open -> OpenOperation.overdue(clusterState, open, ClockReading.CLOCKS_APART))
        .flatMap(open -> clusterState.node(open.executor()))
        .filter(clusterState.health()::silent)
        .filter(node -> !clusterState.status().terminating(node.heartbeat().instance()))
        .filter(node -> TerminationEvidence.impossible(clusterState, node).isEmpty())
        .filter(node -> provenNoVoter(clusterState, node))
        .filter(node -> formerDead(clusterState, node))
        .map(node -> intend(clusterState, node));
  }

  private static boolean provenNoVoter(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    Optional<MemberId> former = clusterState.members().formerMember(instance);
    return clusterState
        .members()
        .list()
        .map(
            known ->
                known.voters().stream()
                    .filter(MemberEntry::started)
                    .filter(voter -> voter.name().equals(instance.value()))
                    .allMatch(voter -> former.equals(Optional.of(voter.id()))))
        .orElse(false);
  }

  /**
   * The others are a quorum of all listed members, its former member included; and its agent
   * reported that member's data unusable, or all others still miss it.
   */
  private static boolean formerDead(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return clusterState
        .members()
        .formerMember(instance)
        .map(
            id ->
                clusterState.quorum().keptBeside(instance)
                    && (clusterState.deaths().provenDead(id)
                        || PeerLiveness.by(clusterState, id).isEmpty()))
        .orElse(true);
  }

  private static Plan intend(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    OpenCommand open = clusterState.status().operation().orElseThrow();
    Reason reason =
        Reason.of(
                "JOINER_HUNG",
                instance + " fell silent while joining, is no voter, and is past its deadline")
            .and("instance", instance)
            .and("instruction", open.commandId());
    return TerminationPlans.intend(clusterState, node, reason);
  }
}
