package io.quorate.controller.plan.recovery;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.fencing.FencingStart;
import io.quorate.controller.plan.fencing.HolderEnd;
import io.quorate.controller.plan.fencing.RunningRecovery;
import io.quorate.controller.plan.voters.QuorumLoss;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.recovery.Approval;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What is to become of everyone who may hold data, once an operator approves it. */
final class IntendedEnds {
  private static final String NO_OTHER_HOLDER =
      "; once every instance that ever was of the cluster, detached and stopped ones too, is shown"
          + " here or terminated, add --no-other-holder";

  private final ClusterState clusterState;
  private final Set<InstanceId> acceptLost;
  private final boolean noOtherHolder;
  private final Set<MemberId> acceptLostMembers;
  private final Map<InstanceId, Approval.End> ends = new TreeMap<>();
  private final List<String> objections = new ArrayList<>();

  /**
   * Prepares.
   *
   * @param chosen what the operator gives up and says
   */
  IntendedEnds(ClusterState clusterState, RecoveryChoice chosen) {
    this.clusterState = clusterState;
    this.acceptLost = chosen.acceptLost();
    this.noOtherHolder = chosen.noOtherHolder();
    this.acceptLostMembers = chosen.acceptLostMembers();
  }

  Map<InstanceId, Approval.End> ends() {
    return Map.copyOf(ends);
  }

  List<String> objections() {
    return List.copyOf(objections);
  }

  /** Decides on each holder, and objects to each holder that has no end. */
  IntendedEnds decide(FenceSet holders) {
    objections.addAll(gaps(holders));
    for (HolderEnd end : holders.ends()) {
      switch (end) {
        case HolderEnd.Gone gone -> ends.put(gone.instance(), Approval.End.GONE);
        case HolderEnd.Fenced fenced -> ends.put(fenced.instance(), Approval.End.FENCED);
        case HolderEnd.Unknown unknown -> decide(holders, unknown);
      }
    }
    acceptLost.stream()
        .filter(instance -> holders.ends().stream().noneMatch(e -> e.instance().equals(instance)))
        .sorted()
        .forEach(
            instance ->
                objections.add(
                    instance + " is not among those who may hold data: leave out --accept-lost"));
    if (mayServeByThemselves()) {
      objections.add(
          "the members that are given up are a quorum of the voters: nobody fences them, so that"
              + " they may serve beside what is restored");
    }
    if (objections.isEmpty() && mayServeAgain(holders)) {
      objections.add(
          "the instances that are gone or accepted lost leave a quorum of the voters, or nobody"
              + " knows who votes: what may serve again by itself is not fenced; start what is"
              + " stopped, or accept more instances lost");
    }
    return this;
  }

  /** Nothing fences a member that no agent runs. */
  private boolean mayServeByThemselves() {
    long voters =
        clusterState.status().proven().stream()
            .flatMap(list -> list.members().stream())
            .filter(member -> !member.learner())
            .count();
    return !acceptLostMembers.isEmpty()
        && acceptLostMembers.size() >= Membership.quorumOf(Math.toIntExact(voters));
  }

  /** Where nobody is on record an operator can say that those who are shown are all. */
  private List<String> gaps(FenceSet holders) {
    if (noOtherHolder && holders.recorded()) {
      return List.of(
          "who may hold data is on record, so that nobody is missing: leave out --no-other-holder");
    }
    String unrecorded = FenceSet.unrecorded(clusterState.view().lineage().generation());
    return Stream.concat(
            holders.gaps().stream()
                .filter(gap -> !noOtherHolder || !gap.equals(unrecorded))
                .filter(gap -> !givenUp(gap))
                .map(gap -> gap.equals(unrecorded) ? gap + NO_OTHER_HOLDER : wayOut(holders, gap)),
            acceptLostMembers.stream()
                .filter(member -> !mayBeGivenUp(holders, member))
                .sorted()
                .map(
                    member ->
                        "member "
                            + member
                            + " is no listed voter without an instance: leave out"
                            + " --accept-lost-member"))
        .toList();
  }

  private boolean givenUp(String gap) {
    return acceptLostMembers.stream().map(FenceSet::homeless).anyMatch(gap::equals);
  }

  /** One that was given up for the recovery that runs is named again at the next approval. */
  private boolean mayBeGivenUp(FenceSet holders, MemberId member) {
    return holders.homeless().contains(member) || FenceSet.givenUp(clusterState).contains(member);
  }

  private static String wayOut(FenceSet holders, String gap) {
    return holders.homeless().stream()
        .filter(member -> FenceSet.homeless(member).equals(gap))
        .map(
            member ->
                gap
                    + "; if somebody added it by hand and it never started, or is gone for good,"
                    + " add --accept-lost-member "
                    + member)
        .findFirst()
        .orElse(gap);
  }

  private void decide(FenceSet holders, HolderEnd.Unknown unknown) {
    InstanceId instance = unknown.instance();
    boolean accepted = acceptLost.contains(instance);
    if (noOtherHolder && holders.forgotten(instance)) {
      ends.put(instance, Approval.End.FORGOTTEN);
    } else if (FencingStart.canBeFenced(clusterState, instance)) {
      if (accepted && RunningRecovery.of(clusterState).isEmpty()) {
        objections.add(
            instance + " speaks and can be fenced, so nothing of it is lost: leave out its option");
      } else {
        ends.put(instance, accepted ? Approval.End.ACCEPTED_LOST : Approval.End.FENCED);
      }
    } else if (!accepted) {
      objections.add(
          instance
              + " cannot be fenced now: "
              + unknown.why()
              + "; to give its data up add --accept-lost "
              + instance
              + ", which terminates it");
    } else if (clusterState.instance(instance) == InstanceState.UNKNOWN) {
      objections.add(
          instance
              + " cannot be accepted lost: EC2 does not show it, so that it can never be shown"
              + " terminated, and it may serve; "
              + ForgottenInstances.awaited(clusterState, instance)
                  .orElse("begin a new cluster from a snapshot instead"));
    } else {
      ends.put(instance, Approval.End.ACCEPTED_LOST);
    }
  }

  /**
   * A member that left is no lost voter: the others agreed to a smaller membership. Where the table
   * has lost who votes together with who holds data, the operator's word is the only ground: what
   * is fenced is all that is left, so that no write is lost by it.
   */
  private boolean mayServeAgain(FenceSet holders) {
    Set<InstanceId> lost = new HashSet<>(FencingStart.lost(clusterState, holders));
    ends.forEach(
        (instance, end) -> {
          if (end == Approval.End.ACCEPTED_LOST || end == Approval.End.FORGOTTEN) {
            lost.add(instance);
          }
        });
    boolean noneLeft = ends.values().stream().noneMatch(end -> end == Approval.End.FENCED);
    boolean begun = !holders.fenced().isEmpty();
    boolean forgotten =
        noOtherHolder && !holders.recorded() && clusterState.status().proven().isEmpty();
    return !noneLeft
        && !begun
        && !forgotten
        && !QuorumLoss.without(clusterState, lost, acceptLostMembers);
  }
}
