package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.plan.state.OpenOperation;
import io.quorate.controller.plan.state.PeerLiveness;
import io.quorate.controller.plan.state.TerminationEvidence;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.ClockReading;
import io.quorate.state.MemberEntry;
import io.quorate.state.Operation;
import java.util.Optional;

/**
 * Terminates a joining node that fell silent past its deadline and is no voter, or whose former
 * self, long dead, is one still: it holds nobody's only copy and no vote, and its open instruction
 * would block every other change. Another clock may have told when that was issued: so much more
 * has to have passed that it surely gave up by its own.
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
        .filter(Operation::promotes)
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
    Optional<MemberId> former = clusterState.members().former(instance);
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
   * The others are a quorum of all that are listed, its former self among them; and its agent
   * called its data unusable, or all miss it still.
   */
  private static boolean formerDead(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return clusterState
        .members()
        .former(instance)
        .map(
            id ->
                clusterState.quorum().keptBeside(instance)
                    && (clusterState.deaths().provenDead(id)
                        || PeerLiveness.by(clusterState, id).isEmpty()))
        .orElse(true);
  }

  private static Plan intend(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    Operation open = clusterState.status().operation().orElseThrow();
    Reason reason =
        Reason.of(
                "JOINER_HUNG",
                instance + " fell silent while joining, is no voter, and is past its deadline")
            .and("instance", instance)
            .and("instruction", open.instructionId());
    return TerminationPlans.intend(clusterState, node, reason);
  }
}
