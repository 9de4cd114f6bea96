package io.quorate.controller.plan;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.instances.VoterDiagnosis;
import io.quorate.controller.plan.recovery.RecoveryPlanner;
import io.quorate.controller.plan.recovery.RecoveryStep;
import io.quorate.controller.plan.voters.Durability;
import io.quorate.controller.plan.voters.Phases;
import io.quorate.controller.plan.voters.QuorumLoss;
import io.quorate.controller.plan.voters.RefusedAgents;
import io.quorate.controller.plan.voters.UnseenQuorum;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reason to rest when no rule applies: what the cluster waits for, in the order of weight.
 *
 * <ol>
 *   <li>With every desired member serving, nothing: {@code STEADY}.
 *   <li>Without a quorum that is seen: the person whom {@code QUORUM_LOST} asks, the initial
 *       members, or the voters that do not serve, each with why.
 *   <li>Otherwise the voters that do not serve, the learners, the nodes that have yet to come.
 * </ol>
 */
public final class IdleReason {
  private IdleReason() {}

  /** The rest of a situation for which no rule has a decision. */
  public static Plan nothingElse(ClusterState clusterState) {
    Reason reason =
        switch (Phases.of(clusterState, PlanChoice.rest(clusterState, Reason.of("STEADY", "")))) {
          case HEALTHY -> steady(clusterState);
          case UNSEEN, NO_QUORUM -> withoutQuorum(clusterState);
          case BOOTSTRAPPING -> initialMembers(clusterState);
          case DEGRADED, CHANGING, WAITING_FOR_NODES, HIBERNATED, HALTED -> missing(clusterState);
        };
    return PlanChoice.rest(clusterState, reason);
  }

  /** The plan of a rule that waits; without a quorum it says besides which voters are awaited. */
  public static Plan explained(ClusterState clusterState, Plan plan) {
    return switch (Phases.of(clusterState, plan)) {
      case UNSEEN, NO_QUORUM ->
          PlanChoice.rest(clusterState, plan.decision().reason().also(withoutQuorum(clusterState)));
      case HEALTHY, CHANGING, DEGRADED, WAITING_FOR_NODES, BOOTSTRAPPING, HIBERNATED, HALTED ->
          plan;
    };
  }

  private static Reason steady(ClusterState clusterState) {
    return switch (clusterState.view().group()) {
      case GroupView.Observed group -> Reason.of("STEADY", "every desired member serves");
      case GroupView.Unknown unknown ->
          Reason.of(
              "GROUP_UNKNOWN",
              "every listed voter serves; the desired capacity is unknown: " + unknown.why());
    };
  }

  private static Reason withoutQuorum(ClusterState clusterState) {
    Optional<Reason> recovery = awaitedByRecovery(clusterState);
    if (recovery.isPresent()) {
      return recovery.get();
    }
    Optional<String> lost = QuorumLoss.of(clusterState);
    if (lost.isPresent()) {
      return Reason.of("QUORUM_LOST", lostNow(clusterState) + lost.get());
    }
    return UnseenQuorum.possible(clusterState)
        ? Reason.of(
            "QUORUM_UNSEEN",
            "too few agents report to tell whether a quorum serves: awaited "
                + voters(clusterState))
        : Reason.of("QUORUM_AWAITED", "no quorum serves: awaited " + voters(clusterState));
  }

  /** A member that was just left alone still says that it serves, until its next heartbeat. */
  private static String lostNow(ClusterState clusterState) {
    List<String> serving =
        clusterState.nodes().stream()
            .filter(clusterState.health()::answering)
            .map(node -> node.heartbeat().instance().value())
            .toList();
    return serving.isEmpty()
        ? "a person is awaited: "
        : "awaited is the next heartbeat of "
            + join(serving)
            + ", whose last one still proves a quorum; nothing is recovered before it says"
            + " otherwise, or is silent for "
            + clusterState.view().spec().timings().silenceAfter().toSeconds()
            + " s: ";
  }

  /** What keeps a snapshot from being restored; without any snapshot it is a person's. */
  private static Optional<Reason> awaitedByRecovery(ClusterState clusterState) {
    return RecoveryPlanner.next(clusterState) instanceof RecoveryStep.Waits waits
            && !waits.reason().code().equals(RecoveryPlanner.NO_SOURCE)
        ? Optional.of(waits.reason())
        : Optional.empty();
  }

  private static Reason initialMembers(ClusterState clusterState) {
    Optional<String> lost = QuorumLoss.of(clusterState);
    return lost.isPresent()
        ? Reason.of("QUORUM_LOST", "a person is awaited: " + lost.get())
        : Reason.of(
            "INITIAL_MEMBERS_AWAITED",
            "the initial members start: awaited " + voters(clusterState));
  }

  private static Reason missing(ClusterState clusterState) {
    if (Durability.onlyInMemory(clusterState)) {
      return Reason.of(
          "QUORUM_IN_MEMORY",
          "a person is awaited: a quorum proves itself, but a majority of its data is not on disk: "
              + voters(clusterState));
    }
    if (clusterState.members().list().isEmpty() && RefusedAgents.proveQuorum(clusterState)) {
      return Reason.of(
          "AGENTS_REFUSED",
          "a person is awaited: a quorum serves, and etcd's access control refuses the agents: "
              + voters(clusterState));
    }
    return Stream.of(
            VoterDiagnosis.newerList(clusterState),
            VoterDiagnosis.members(clusterState),
            nodes(clusterState))
        .flatMap(Optional::stream)
        .reduce(Reason::also)
        .orElseGet(() -> steady(clusterState));
  }

  private static Optional<Reason> nodes(ClusterState clusterState) {
    if (!(clusterState.view().group() instanceof GroupView.Observed group)) {
      return Optional.empty();
    }
    Set<String> listed =
        clusterState.members().list().stream()
            .flatMap(known -> known.entries().stream())
            .map(MemberEntry::name)
            .collect(Collectors.toCollection(TreeSet::new));
    int voters = clusterState.members().list().map(known -> known.voters().size()).orElse(0);
    if (voters >= group.desired()) {
      return Optional.empty();
    }
    List<String> coming =
        new TreeSet<>(group.lifecycles().keySet())
            .stream()
                .filter(instance -> !listed.contains(instance.value()))
                .filter(instance -> group.keeps(instance) && clusterState.health().living(instance))
                .map(instance -> instance + " " + standing(clusterState, instance))
                .toList();
    String whom = coming.isEmpty() ? launched(group) : join(coming);
    return Optional.of(
        Reason.of(
            "NODES_AWAITED",
            voters + " of " + group.desired() + " desired voters are listed: awaited " + whom));
  }

  private static String launched(GroupView.Observed group) {
    boolean launchesNone =
        group.settings().suspended().contains("Launch")
            || group.settings().failedLaunch().isPresent();
    return launchesNone
        ? "an instance, and the group launches none: see LAUNCHES_FAIL"
        : "an instance that the group launches";
  }

  private static String standing(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .node(instance)
        .map(
            node ->
                clusterState.health().silent(node)
                    ? "(silent)"
                    : node.heartbeat().data() == DataState.NONE
                        ? "(registered)"
                        : "(its data is "
                            + node.heartbeat().data()
                            + " and names no listed member: a person decides)")
        .orElse("(not registered yet)");
  }

  private static String voters(ClusterState clusterState) {
    List<String> standing = VoterDiagnosis.ofThoseThatDoNotServe(clusterState);
    return standing.isEmpty() ? "a member list, for no node reports one" : join(standing);
  }

  private static String join(List<String> parts) {
    return String.join(", ", parts);
  }
}
