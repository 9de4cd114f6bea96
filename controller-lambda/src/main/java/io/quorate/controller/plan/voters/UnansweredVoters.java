package io.quorate.controller.plan.voters;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.facts.ClusterQuorum;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PeerLiveness;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.PeerView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Voters that say they serve, and gave the leader's latest look no answer. This is what people are
 * told at once. Nothing is done to such a voter for it: what may follow from a member's silence
 * takes the whole of {@code silentGrace} ({@link PeerLiveness}). But nobody joins meanwhile, and
 * nobody is removed whose quorum needs such a voter ({@link ClusterQuorum#answeringVoters}).
 */
public final class UnansweredVoters {
  private UnansweredVoters() {}

  /** In the order of the list. */
  public static List<MemberEntry> voters(ClusterState clusterState) {
    return clusterState.members().list().stream()
        .flatMap(known -> known.voters().stream())
        .filter(
            voter ->
                clusterState
                    .members()
                    .holderOf(voter)
                    .filter(clusterState.health()::saysItServes)
                    .isPresent())
        .filter(voter -> clusterState.quorum().missedByLeader(voter.id()))
        .toList();
  }

  /** Why nobody joins, or no quorum is counted with them; empty while each answers. */
  public static Optional<String> awaited(ClusterState clusterState) {
    List<MemberEntry> voters = voters(clusterState);
    return voters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "awaited an answer to the leader "
                + clusterState.quorum().answeringLeader().orElseThrow().heartbeat().instance()
                + " of "
                + voters.stream()
                    .map(
                        voter ->
                            clusterState
                                .members()
                                .holderOf(voter)
                                .orElseThrow()
                                .heartbeat()
                                .instance())
                    .map(InstanceId::value)
                    .collect(Collectors.joining(", ")));
  }

  public static Optional<String> condition(ClusterState clusterState, Plan plan) {
    List<MemberEntry> voters = voters(clusterState);
    if (voters.isEmpty()) {
      return Optional.empty();
    }
    String each = voters.stream().map(v -> of(clusterState, v)).collect(Collectors.joining("; "));
    long grace = clusterState.view().spec().timings().silentGrace().toSeconds();
    return Optional.of(
        each
            + ". To that voter nothing is done for this alone, and it ends with the next answer;"
            + " meanwhile nobody joins, and no member is removed whose quorum needs it. When EC2"
            + " shows"
            + " an instance terminated, its member is removed. When an instance hangs, it is"
            + " replaced once the leader and all other voters have missed its member for "
            + grace
            + " s, its agent is silent too, and the others are a quorum. Look at the instance and"
            + " at its ports 2379 and 2380");
  }

  private static String of(ClusterState clusterState, MemberEntry voter) {
    ObservedNode node = clusterState.members().holderOf(voter).orElseThrow();
    InstanceId instance = node.heartbeat().instance();
    List<InstanceId> missing =
        clusterState.quorum().healthyVoters().stream()
            .map(ObservedNode::heartbeat)
            .filter(other -> misses(other, voter.id()))
            .map(Heartbeat::instance)
            .sorted()
            .toList();
    return "member %s on %s gives no answer to the leader %s (missed by %s; EC2 shows it %s)"
        .formatted(
            voter.id(),
            instance,
            clusterState.quorum().answeringLeader().orElseThrow().heartbeat().instance(),
            missing.stream().map(InstanceId::toString).collect(Collectors.joining(", ")),
            clusterState.instance(instance));
  }

  private static boolean misses(Heartbeat voter, MemberId member) {
    Optional<PeerView> view = voter.viewOf(member);
    return view.filter(peer -> !peer.answering()).isPresent();
  }
}
