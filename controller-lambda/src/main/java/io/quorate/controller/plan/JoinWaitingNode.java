package io.quorate.controller.plan;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.Node;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import java.util.List;
import java.util.Optional;

/**
 * Tells a node that is no member to join, when a member is wished, every listed voter serves and no
 * learner is pending: etcd itself refuses an add while a voter is down. By a list that is older
 * than the proven one, a voter that lost its data would look as if it were no member.
 */
final class JoinWaitingNode implements Rule {
  @Override
  public Optional<Plan> consider(Situation situation) {
    return situation
        .membership()
        .filter(known -> known.entries().size() < wished(situation))
        .flatMap(
            known ->
                Plans.firstThatActs(
                    waitingNodes(situation, known).stream()
                        .flatMap(node -> join(situation, known, node).stream())
                        .toList()));
  }

  private static int wished(Situation situation) {
    return switch (situation.view().group()) {
      case GroupView.Observed group -> group.desired();
      case GroupView.Unknown unknown -> 0;
    };
  }

  private static List<Node> waitingNodes(Situation situation, Membership known) {
    return situation.nodes().stream()
        .filter(situation::present)
        .filter(situation::fits)
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
    return !listed && !heartbeat.dataUnexplained() && heartbeat.data() != DataState.INTACT;
  }

  private static Optional<Plan> join(Situation situation, Membership known, Node node) {
    int voters = known.voters().size();
    Optional<Reason> older = Awaited.newerList(situation);
    if (older.isPresent()) {
      String why = node.heartbeat().instance() + " waits to join: " + older.get().message();
      return Optional.of(Awaited.rest(situation, Reason.of("JOIN_WAITS", why)));
    }
    if (situation.healthyVoters().size() < voters || !known.learners().isEmpty()) {
      String whom = Awaited.members(situation).map(Reason::message).orElse("every voter's service");
      return Optional.of(
          Awaited.rest(
              situation,
              Reason.of("JOIN_WAITS", node.heartbeat().instance() + " waits to join: " + whom)));
    }
    Reason reason =
        Reason.of(
                "MEMBER_WISHED",
                voters + " of " + wished(situation) + " wished members: a node is waiting")
            .and("instance", node.heartbeat().instance());
    return Joining.join(situation, node, Optional.empty(), reason);
  }
}
