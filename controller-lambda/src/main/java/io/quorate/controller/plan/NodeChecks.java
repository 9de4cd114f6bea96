package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
import io.quorate.model.MemberId;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Conditions about single nodes and members. */
final class NodeChecks {
  private NodeChecks() {}

  static Optional<String> agentSilent(Situation situation, Plan plan) {
    return named(
        situation,
        node -> silentAlive(situation, node) && answeringToLeader(situation, node),
        "say nothing to the controller, but their members answer others: nothing is removed");
  }

  static Optional<String> nodeUnreachable(Situation situation, Plan plan) {
    return named(
        situation,
        node ->
            silentAlive(situation, node)
                && !Stops.stoppedOrJustStarted(situation, node.heartbeat().instance())
                && !answeringToLeader(situation, node),
        "say nothing to the controller, nor do their members answer the leader: a voter is replaced"
            + " only when the leader sees it inactive for long enough and a quorum serves without"
            + " it, a node that never took part when it is silent for longer than a join may take");
  }

  /** Before the birth, WAITING_FOR_NODES names them. */
  static Optional<String> notRegistered(Situation situation, Plan plan) {
    return situation
        .membership()
        .flatMap(known -> Registration.missing(situation))
        .map(
            missing ->
                missing
                    + " are in service and have never reported: look at their agents' logs, and at"
                    + " their way to DynamoDB and their right to write to it");
  }

  static Optional<String> dataUnusable(Situation situation, Plan plan) {
    return named(
        situation,
        node ->
            !situation.gone(node.heartbeat().instance())
                && node.heartbeat().data().unusable()
                && !node.heartbeat().dataUnexplained(),
        "cannot use their data directories: each is archived and its member replaced when the"
            + " others keep the quorum");
  }

  static Optional<String> dataForeign(Situation situation, Plan plan) {
    return named(
        situation,
        node -> !situation.gone(node.heartbeat().instance()) && node.heartbeat().dataUnexplained(),
        "hold data that their journals do not explain: left alone until somebody moves it away,"
            + " or terminates the instance");
  }

  static Optional<String> joinFailing(Situation situation, Plan plan) {
    return named(
        situation,
        node -> {
          var setback = situation.status().setbacks().get(node.heartbeat().instance());
          return setback != null && setback.failures() >= 2;
        },
        "keep failing to join; the journal has each outcome");
  }

  static Optional<String> executorSilent(Situation situation, Plan plan) {
    return plan.status()
        .operation()
        .filter(
            open ->
                situation
                    .node(open.executor())
                    .filter(node -> silentAlive(situation, node))
                    .isPresent())
        .map(
            open ->
                open.executor()
                    + " is silent with "
                    + open.instructionId()
                    + " open: it closes when the node answers or EC2 shows it terminated");
  }

  static Optional<String> memberUnknown(Situation situation, Plan plan) {
    if (Registration.rowsUnread(situation)) {
      return Optional.empty();
    }
    List<String> unknown =
        situation.status().proven().stream()
            .flatMap(proven -> proven.members().stream())
            .filter(entry -> entry.started() && situation.nodeOf(entry).isEmpty())
            .filter(entry -> situation.death(entry).isEmpty())
            .map(entry -> entry.id() + " (" + entry.name() + ")")
            .toList();
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "members " + unknown + " belong to no registered node: adopt or remove them by hand");
  }

  static Optional<String> etcdAlarm(Situation situation, Plan plan) {
    List<String> alarms =
        situation.nodes().stream()
            .filter(situation::serving)
            .flatMap(node -> node.heartbeat().status().stream())
            .map(MemberStatus::alarms)
            .flatMap(List::stream)
            .distinct()
            .sorted()
            .toList();
    return alarms.isEmpty()
        ? Optional.empty()
        : Optional.of("etcd raised " + alarms + "; see docs/operations.md, ETCD_ALARM");
  }

  private static boolean silentAlive(Situation situation, Node node) {
    return situation.silent(node) && !situation.gone(node.heartbeat().instance());
  }

  private static boolean answeringToLeader(Situation situation, Node node) {
    Optional<MemberId> member = node.heartbeat().identity().map(MemberIdentity::memberId);
    return situation.healthyVoters().stream()
        .map(Node::heartbeat)
        .flatMap(voter -> member.flatMap(voter::viewOf).stream())
        .anyMatch(view -> view.answering() || view.connected());
  }

  private static Optional<String> named(Situation situation, Predicate<Node> which, String what) {
    List<String> names =
        situation.nodes().stream()
            .filter(which)
            .map(Node::heartbeat)
            .map(Heartbeat::instance)
            .map(Object::toString)
            .toList();
    return names.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", names) + " " + what);
  }
}
