package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.group.StoppedInstances;
import io.quorate.controller.plan.group.UnregisteredInstances;
import io.quorate.controller.plan.space.SpaceCure;
import io.quorate.controller.plan.voters.Phases;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.Phase;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Conditions about single nodes and members. */
public final class NodeChecks {
  private NodeChecks() {}

  public static Optional<String> agentSilent(ClusterState clusterState, Plan plan) {
    return named(
        clusterState,
        node -> silentAlive(clusterState, node) && answeringToLeader(clusterState, node),
        "say nothing to the controller, but their members answer others: nothing is removed");
  }

  /** While too few agents report, UNSEEN names them: nobody can tell whom the leader misses. */
  public static Optional<String> nodeUnreachable(ClusterState clusterState, Plan plan) {
    if (Phases.of(clusterState, plan) == Phase.UNSEEN) {
      return Optional.empty();
    }
    return named(
        clusterState,
        node ->
            silentAlive(clusterState, node)
                && !StoppedInstances.stoppedOrJustStarted(clusterState, node.heartbeat().instance())
                && !answeringToLeader(clusterState, node),
        "say nothing to the controller, nor do their members answer the leader: a voter is replaced"
            + " only when the leader sees it inactive for long enough and a quorum serves without"
            + " it, a node that never took part when it is silent for longer than a join may take");
  }

  /** Before the bootstrap, WAITING_FOR_NODES names them. */
  public static Optional<String> notRegistered(ClusterState clusterState, Plan plan) {
    return clusterState
        .members()
        .list()
        .flatMap(known -> UnregisteredInstances.missing(clusterState))
        .map(
            missing ->
                missing
                    + " were launched, and have never reported: look at their agents' logs, and at"
                    + " their way to DynamoDB and their right to write to it");
  }

  public static Optional<String> dataUnusable(ClusterState clusterState, Plan plan) {
    return named(
        clusterState,
        node ->
            !clusterState.health().gone(node.heartbeat().instance())
                && node.heartbeat().data().unusable()
                && !node.heartbeat().dataUnexplained(),
        NodeChecks::withWhy,
        "cannot use their data directories: each is archived and its member replaced when the"
            + " others keep the quorum");
  }

  public static Optional<String> dataForeign(ClusterState clusterState, Plan plan) {
    return named(
        clusterState,
        node ->
            !clusterState.health().gone(node.heartbeat().instance())
                && node.heartbeat().dataUnexplained(),
        "hold data that their journals do not explain: left alone until somebody moves it away,"
            + " or terminates the instance");
  }

  public static Optional<String> joinFailing(ClusterState clusterState, Plan plan) {
    return named(
        clusterState,
        node -> {
          InstanceId instance = node.heartbeat().instance();
          var joinBackoff = clusterState.status().joinBackoffs().get(instance);
          return joinBackoff != null
              && joinBackoff.failures() >= 2
              && !clusterState.status().group().leaves(instance);
        },
        "keep failing to join; the journal has each outcome");
  }

  public static Optional<String> executorSilent(ClusterState clusterState, Plan plan) {
    return plan.status()
        .operation()
        .filter(
            open ->
                clusterState
                    .node(open.executor())
                    .filter(node -> silentAlive(clusterState, node))
                    .isPresent())
        .map(
            open ->
                open.executor()
                    + " is silent with "
                    + open.commandId()
                    + " open: it closes when the node answers or EC2 shows it terminated");
  }

  public static Optional<String> memberUnknown(ClusterState clusterState, Plan plan) {
    if (UnregisteredInstances.rowsUnread(clusterState)) {
      return Optional.empty();
    }
    List<String> unknown =
        clusterState.status().proven().stream()
            .flatMap(proven -> proven.members().stream())
            .filter(entry -> entry.started() && clusterState.members().nodeOf(entry).isEmpty())
            .filter(entry -> clusterState.deaths().of(entry).isEmpty())
            .map(entry -> entry.id() + " (" + entry.name() + ")")
            .toList();
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "members " + unknown + " belong to no registered node: adopt or remove them by hand");
  }

  public static Optional<String> etcdAlarm(ClusterState clusterState, Plan plan) {
    List<String> alarms =
        clusterState.nodes().stream()
            .filter(clusterState.health()::serving)
            .flatMap(node -> node.heartbeat().status().stream())
            .map(MemberStatus::alarms)
            .flatMap(List::stream)
            .distinct()
            .sorted()
            .toList();
    return alarms.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "etcd raised "
                + alarms
                + SpaceCure.words(clusterState).map(cure -> "; " + cure).orElse("")
                + "; see docs/operations.md, ETCD_ALARM");
  }

  private static boolean silentAlive(ClusterState clusterState, ObservedNode node) {
    return clusterState.health().silent(node)
        && !clusterState.health().gone(node.heartbeat().instance());
  }

  private static boolean answeringToLeader(ClusterState clusterState, ObservedNode node) {
    Optional<MemberId> member = node.heartbeat().identity().map(MemberIdentity::memberId);
    return clusterState.quorum().healthyVoters().stream()
        .map(ObservedNode::heartbeat)
        .flatMap(voter -> member.flatMap(voter::viewOf).stream())
        .anyMatch(view -> view.answering() || view.connected());
  }

  /** The agent's last word begins with the state of its data where that is what ended etcd. */
  private static String withWhy(Heartbeat beat) {
    return beat.instance()
        + beat.lastExit()
            .filter(why -> why.startsWith(beat.data() + ": "))
            .map(why -> " (" + why + ")")
            .orElse("");
  }

  private static Optional<String> named(
      ClusterState clusterState, Predicate<ObservedNode> which, String what) {
    return named(clusterState, which, beat -> beat.instance().toString(), what);
  }

  private static Optional<String> named(
      ClusterState clusterState,
      Predicate<ObservedNode> which,
      Function<Heartbeat, String> name,
      String what) {
    List<String> names =
        clusterState.nodes().stream().filter(which).map(ObservedNode::heartbeat).map(name).toList();
    return names.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", names) + " " + what);
  }
}
