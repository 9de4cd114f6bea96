package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.BlockedMembers;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.DetachedVoters;
import io.quorate.controller.plan.group.ForeignLearners;
import io.quorate.controller.plan.group.HeldTerminations;
import io.quorate.controller.plan.group.Interruptions;
import io.quorate.controller.plan.group.ScaleIn;
import io.quorate.controller.plan.instances.DamagedDisks;
import io.quorate.controller.plan.instances.VoterDiagnosis;
import io.quorate.controller.plan.space.JoinRoom;
import io.quorate.controller.plan.voters.ClosedVoters;
import io.quorate.controller.plan.voters.UnansweredVoters;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import java.util.List;
import java.util.Optional;

/**
 * Tells a node without a member to join, when fewer members are listed than desired, every listed
 * voter serves and answers the leader, and no learner is pending: etcd itself refuses an add while
 * a voter is down, and one more voter does not make up for a voter that is lost. A node that leaves
 * does not join again, nor one whose instance the cloud is about to take, nor one whose disk
 * damaged the data of two members, nor one whose archived directories leave no room. Nobody joins
 * while a voter is closed to clients until access control is on. A member whose instance the group
 * or the cloud is about to terminate, or that was detached, is not counted: its successor joins
 * even where the desired capacity is reached. By a list that is older than the proven one, a voter
 * that lost its data would look as if it were no member.
 */
public final class JoinWaitingNode implements Rule {
  @Override
  public String code() {
    return "JOIN_WAITING_NODE";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState
        .members()
        .list()
        .filter(
            known ->
                known.entries().size()
                        - ForeignLearners.of(clusterState).size()
                        - HeldTerminations.listed(clusterState)
                        - DetachedVoters.homes(clusterState).size()
                        - Interruptions.listed(clusterState)
                    < desired(clusterState))
        .flatMap(
            known ->
                PlanChoice.firstThatActs(
                    waitingNodes(clusterState, known).stream()
                        .flatMap(node -> join(clusterState, known, node).stream())
                        .toList()));
  }

  private static int desired(ClusterState clusterState) {
    return switch (clusterState.view().group()) {
      case GroupView.Observed group -> ScaleIn.desired(group);
      case GroupView.Unknown unknown -> 0;
    };
  }

  private static List<ObservedNode> waitingNodes(ClusterState clusterState, Membership known) {
    return clusterState.nodes().stream()
        .filter(clusterState.health()::present)
        .filter(clusterState.health()::ready)
        .filter(node -> !clusterState.status().group().leaves(node.heartbeat().instance()))
        .filter(node -> !Interruptions.announced(clusterState, node.heartbeat().instance()))
        .filter(node -> mayJoin(node.heartbeat(), known))
        .toList();
  }

  private static boolean mayJoin(Heartbeat heartbeat, Membership known) {
    boolean listed =
        known.entries().stream()
            .anyMatch(
                entry ->
                    entry.name().equals(heartbeat.instance().value())
                        || heartbeat
                            .identity()
                            .filter(identity -> identity.memberId().equals(entry.id()))
                            .isPresent());
    return !listed
        && !heartbeat.dataUnexplained()
        && !DamagedDisks.wornOut(heartbeat)
        && heartbeat.data() != DataState.INTACT;
  }

  private static Optional<Plan> join(
      ClusterState clusterState, Membership known, ObservedNode node) {
    int voters = known.voters().size();
    Optional<Reason> older = VoterDiagnosis.newerList(clusterState);
    if (older.isPresent()) {
      String why = node.heartbeat().instance() + " waits to join: " + older.get().message();
      return Optional.of(PlanChoice.rest(clusterState, Reason.of("JOIN_WAITS", why)));
    }
    if (clusterState.quorum().healthyVoters().size() < voters || !known.learners().isEmpty()) {
      String whom =
          VoterDiagnosis.members(clusterState).map(Reason::message).orElse("every voter's service");
      return Optional.of(
          PlanChoice.rest(
              clusterState,
              Reason.of("JOIN_WAITS", node.heartbeat().instance() + " waits to join: " + whom)));
    }
    Optional<String> closed = ClosedVoters.names(clusterState);
    if (closed.isPresent()) {
      String why =
          node.heartbeat().instance()
              + " waits to join until access control is on: "
              + closed.get()
              + " is closed to clients until then, and a member that joins would be open";
      return Optional.of(PlanChoice.rest(clusterState, Reason.of("JOIN_WAITS_CLOSED", why)));
    }
    Optional<String> awaited =
        UnansweredVoters.awaited(clusterState).or(() -> BlockedMembers.awaited(clusterState));
    if (awaited.isPresent()) {
      String why = node.heartbeat().instance() + " waits to join: " + awaited.get();
      return Optional.of(PlanChoice.rest(clusterState, Reason.of("JOIN_WAITS_FOR_ANSWER", why)));
    }
    Optional<String> noRoom = JoinRoom.lacking(clusterState, node);
    if (noRoom.isPresent()) {
      return Optional.of(PlanChoice.rest(clusterState, Reason.of("JOIN_NEEDS_ROOM", noRoom.get())));
    }
    Reason reason =
        Reason.of(
                "MEMBER_DESIRED",
                voters + " of " + desired(clusterState) + " desired members: a node is waiting")
            .and("instance", node.heartbeat().instance());
    return JoinBackoffCheck.join(clusterState, node, Optional.empty(), reason);
  }
}
