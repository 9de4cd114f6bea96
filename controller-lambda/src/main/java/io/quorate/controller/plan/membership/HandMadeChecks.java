package io.quorate.controller.plan.membership;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.group.ForeignLearners;
import io.quorate.controller.plan.membership.ChangedPeerUrls.Changed;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Conditions about what somebody did to the membership by hand. */
public final class HandMadeChecks {
  private HandMadeChecks() {}

  /** A voter that was added by hand counts for the quorum before it starts. */
  public static Optional<String> neverStarted(ClusterState clusterState, Plan plan) {
    List<MemberEntry> voters = UnstartedVoters.of(clusterState);
    Stream<String> cost =
        voters.isEmpty()
            ? Stream.empty()
            : Stream.of(
                "it counts for the quorum though it never started: " + quorum(clusterState));
    List<String> told =
        Stream.of(
                voters.stream().map(voter -> neverStarted(clusterState, voter)),
                cost,
                ForeignLearners.of(clusterState).stream()
                    .filter(learner -> !learner.started())
                    .map(HandMadeChecks::learner))
            .flatMap(each -> each)
            .toList();
    return told.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join("; ", told)
                + ". Somebody added it by hand: start it, or remove it with the command");
  }

  private static String learner(MemberEntry learner) {
    return "learner %s at %s has no name and belongs to no node (etcdctl member remove %s); Quorate"
            .formatted(learner.id(), String.join(",", learner.peerUrls()), learner.id())
        + " removes it once a member is missing, for nobody can join beside it";
  }

  private static String neverStarted(ClusterState clusterState, MemberEntry voter) {
    return "voter %s at %s has no name and belongs to no node (etcdctl member remove %s); %s"
        .formatted(
            voter.id(),
            String.join(",", voter.peerUrls()),
            voter.id(),
            UnstartedVoters.hindrance(clusterState, voter)
                .map(why -> "Quorate does not remove it yet: " + why)
                .orElse("it never started, and Quorate removes it"));
  }

  private static String quorum(ClusterState clusterState) {
    int voters = clusterState.members().list().map(known -> known.voters().size()).orElse(0);
    return "writes need %d of %d voters, and %d serve"
        .formatted(
            Membership.quorumOf(voters), voters, clusterState.quorum().healthyVoters().size());
  }

  /** The list says where the others look for a voter; its node says where it listens. */
  public static Optional<String> peerUrlDiffers(ClusterState clusterState, Plan plan) {
    List<String> differing =
        ChangedPeerUrls.of(clusterState).stream()
            .map(changed -> differing(clusterState, changed))
            .toList();
    return differing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join("; ", differing)
                + ". It was changed by hand: etcd adds no member beside a dead one until it is set"
                + " back");
  }

  private static String differing(ClusterState clusterState, Changed changed) {
    MemberEntry voter = changed.voter();
    return "voter %s (%s) is listed at %s, and its node listens at %s: %s"
        .formatted(
            voter.id(),
            voter.name(),
            String.join(",", voter.peerUrls()),
            changed.peerUrl(),
            ChangedPeerUrls.hindrance(clusterState, changed)
                .map(
                    why ->
                        "Quorate does not set it back yet, for %s (etcdctl member update %s --peer-urls=%s)"
                            .formatted(why, voter.id(), changed.peerUrl()))
                .orElse("Quorate sets it back"));
  }
}
