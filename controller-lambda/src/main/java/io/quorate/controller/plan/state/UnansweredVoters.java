package io.quorate.controller.plan.state;

import io.quorate.controller.decision.Plan;
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
 * told at once. No rule asks for it: what may follow from a member's silence takes the whole of
 * {@code silentGrace} ({@link PeerLiveness}).
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
        .filter(voter -> missedByLeader(clusterState, voter.id()))
        .toList();
  }

  /** Whether the leader's latest look got no answer from a member. */
  public static boolean missedByLeader(ClusterState clusterState, MemberId member) {
    return clusterState
        .quorum()
        .hearingLeader()
        .map(ObservedNode::heartbeat)
        .filter(leader -> misses(leader, member))
        .isPresent();
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
            + ". From this alone nothing follows, and it ends with the next answer. When EC2 shows"
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
            clusterState.quorum().hearingLeader().orElseThrow().heartbeat().instance(),
            missing.stream().map(InstanceId::toString).collect(Collectors.joining(", ")),
            clusterState.instance(instance));
  }

  private static boolean misses(Heartbeat voter, MemberId member) {
    Optional<PeerView> view = voter.viewOf(member);
    return view.filter(peer -> !peer.answering()).isPresent();
  }
}
