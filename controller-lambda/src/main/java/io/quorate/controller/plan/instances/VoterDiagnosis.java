package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.BlockedMembers;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.DeathProof;
import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.controller.plan.group.StoppedInstances;
import io.quorate.controller.plan.voters.UnansweredVoters;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.AccessRefused;
import io.quorate.state.Bootstrap;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import io.quorate.state.MemberEntry;
import io.quorate.state.ProvenMembership;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Why a voter does not serve, and what brings it back or stops its replacement; for people. */
public final class VoterDiagnosis {
  private VoterDiagnosis() {}

  /**
   * One phrase for each voter that does not serve, by the list that a quorum last proved, else the
   * initial members.
   */
  public static List<String> ofThoseThatDoNotServe(ClusterState clusterState) {
    return clusterState
        .status()
        .proven()
        .map(proven -> listed(clusterState, voters(proven)))
        .orElseGet(() -> initial(clusterState));
  }

  /** While the member list of the rows is older than the proven one, nothing is changed by it. */
  public static Optional<Reason> newerList(ClusterState clusterState) {
    return clusterState.quorum().membershipCurrent()
        ? Optional.empty()
        : clusterState
            .members()
            .list()
            .map(
                known ->
                    Reason.of(
                        "LIST_AWAITED",
                        "awaited the next heartbeat of "
                            + known.witness()
                            + ", whose member list is older than the one that a quorum proved last"));
  }

  /** The voters that do not serve and the learners, each with why; empty when there are none. */
  public static Optional<Reason> members(ClusterState clusterState) {
    List<String> voters = ofThoseThatDoNotServe(clusterState);
    Optional<Reason> absent =
        Optional.of(String.join(", ", voters))
            .filter(words -> !words.isEmpty())
            .map(words -> Reason.of("VOTERS_AWAITED", "awaited " + words));
    List<String> learners =
        clusterState.members().list().stream()
            .flatMap(known -> known.learners().stream())
            .map(
                learner ->
                    learner.id()
                        + " ("
                        + (learner.started() ? learner.name() : "not started")
                        + ")")
            .toList();
    Optional<Reason> learning =
        Optional.of(String.join(", ", learners))
            .filter(words -> !words.isEmpty())
            .map(
                words ->
                    Reason.of("LEARNERS_AWAITED", "awaited the promotion of learner " + words));
    return Stream.of(absent, learning).flatMap(Optional::stream).reduce(Reason::also);
  }

  private static List<MemberEntry> voters(ProvenMembership proven) {
    return proven.members().stream().filter(member -> !member.learner()).toList();
  }

  private static List<String> listed(ClusterState clusterState, List<MemberEntry> voters) {
    Set<ObservedNode> healthy = Set.copyOf(clusterState.quorum().healthyVoters());
    List<MemberEntry> unheard = UnansweredVoters.voters(clusterState);
    return voters.stream()
        .filter(
            voter ->
                unheard.contains(voter)
                    || clusterState.members().holderOf(voter).filter(healthy::contains).isEmpty())
        .map(voter -> of(clusterState, voter))
        .toList();
  }

  private static List<String> initial(ClusterState clusterState) {
    return clusterState
        .view()
        .lineage()
        .bootstrap()
        .map(Bootstrap::voters)
        .orElse(List.of())
        .stream()
        .map(InitialMember::instance)
        .map(
            instance ->
                instance
                    + clusterState
                        .node(instance)
                        .map(node -> " (" + state(clusterState, node) + ")")
                        .orElse(" (never registered)"))
        .toList();
  }

  private static String of(ClusterState clusterState, MemberEntry voter) {
    String who =
        clusterState
            .members()
            .instanceOf(voter)
            .map(Object::toString)
            .orElse("member " + voter.id());
    Optional<String> dead = clusterState.deaths().of(voter).map(DeathProof::why);
    String why =
        dead.map(proof -> "dead: " + proof + "; removed once the others are a quorum without it")
            .or(() -> clusterState.members().nodeOf(voter).map(node -> state(clusterState, node)))
            .orElse("belongs to no registered node");
    return who + " (" + why + ")";
  }

  private static String state(ClusterState clusterState, ObservedNode node) {
    Heartbeat heartbeat = node.heartbeat();
    if (clusterState.health().gone(heartbeat.instance())) {
      return ForgottenInstances.words(clusterState, heartbeat.instance());
    }
    if (StoppedInstances.stopped(clusterState.instance(heartbeat.instance()))
        && !clusterState.health().silent(node)) {
      return "EC2 shows it stopped";
    }
    if (clusterState.health().silent(node)) {
      return "silent since "
          + node.heartbeatProgress().since()
          + ForgottenInstances.awaited(clusterState, heartbeat.instance())
              .map("; "::concat)
              .orElse("")
          + missing(clusterState, node).map(lack -> "; not replaced, for " + lack).orElse("");
    }
    if (heartbeat.data().unusable()) {
      return "its data is " + heartbeat.data();
    }
    if (BlockedMembers.blocked(clusterState, heartbeat.instance())) {
      return "it is being defragmented, and answers nothing meanwhile";
    }
    return switch (heartbeat.process()) {
      case STOPPED -> "its etcd is stopped; its agent starts it when it may";
      case STARTING -> "its etcd is starting";
      case BACKING_OFF -> "its etcd exited; its agent starts it again";
      case UNRESPONSIVE -> "its etcd runs but does not answer";
      case ANSWERING ->
          clusterState.health().serving(node)
              ? "it says that it serves, but gives the leader no answer"
              : "its etcd answers but " + doubt(heartbeat);
    };
  }

  /** The first piece of evidence that a silent node's replacement lacks. */
  public static Optional<String> missing(ClusterState clusterState, ObservedNode node) {
    return HungNonMemberEvidence.newcomer(clusterState, node)
        ? HungNonMemberEvidence.missing(clusterState, node)
        : HungNodeEvidence.missing(clusterState, node);
  }

  private static String doubt(Heartbeat heartbeat) {
    Optional<AccessRefused> refused = heartbeat.report().accessRefused();
    if (refused.isPresent()) {
      return "refuses its agent ("
          + refused.get().words()
          + (refused.get().quorumProven() ? ")" : "), and proves no quorum");
    }
    if (heartbeat.status().filter(status -> status.leader().isPresent()).isEmpty()) {
      return "follows no leader";
    }
    return heartbeat.quorumProven()
        ? "is not in this generation's cluster, or not listed as a voter"
        : "proves no quorum";
  }
}
