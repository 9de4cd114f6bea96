package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ObservedNode;
import io.quorate.model.MemberId;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.PeerView;
import java.time.Duration;
import java.util.Optional;

/**
 * Which node still hears from a member. Its absence is evidence only when the leader has seen it
 * neither answer nor hold a raft connection for {@code silentGrace}, and all other healthy voters
 * follow that leader in its raft term and miss the member as long. The leader counts even if its
 * own directory is gone, as long as its etcd proves a quorum.
 */
public final class PeerLiveness {
  private PeerLiveness() {}

  /**
   * The node that still hears from a member; empty when the leader and all that follow it have
   * missed the member for long enough.
   */
  public static Optional<String> by(ClusterState clusterState, MemberId member) {
    Optional<ObservedNode> leader = clusterState.quorum().answeringLeader();
    if (leader.isEmpty()) {
      return Optional.of("no serving leader tells of it");
    }
    Duration grace = clusterState.view().spec().timings().silentGrace();
    return leader
        .get()
        .heartbeat()
        .viewOf(member)
        .map(view -> byLeader(view, grace))
        .orElse(Optional.of("the leader says nothing of it"))
        .or(() -> others(clusterState, member, leader.get(), grace));
  }

  private static Optional<String> byLeader(PeerView view, Duration grace) {
    if (view.connected()) {
      return Optional.of("the leader's etcd still hears it");
    }
    return view.silentMillis() < grace.toMillis()
        ? Optional.of("the leader has not yet missed it for " + grace.toSeconds() + " s")
        : Optional.empty();
  }

  /** All that count for the quorum must follow this leader, and miss it too. */
  private static Optional<String> others(
      ClusterState clusterState, MemberId member, ObservedNode leader, Duration grace) {
    return clusterState.quorum().healthyVoters().stream()
        .filter(voter -> !clusterState.members().holds(voter, member))
        .flatMap(voter -> objects(voter.heartbeat(), member, leader.heartbeat(), grace).stream())
        .findFirst();
  }

  private static Optional<String> objects(
      Heartbeat voter, MemberId member, Heartbeat leader, Duration grace) {
    if (!term(voter).equals(term(leader)) || !leaderOf(voter).equals(leaderOf(leader))) {
      return Optional.of(voter.instance() + " does not follow the leader in its raft term");
    }
    return voter.viewOf(member).filter(view -> view.silentMillis() >= grace.toMillis()).isEmpty()
        ? Optional.of(voter.instance() + " has not yet missed it for " + grace.toSeconds() + " s")
        : Optional.empty();
  }

  private static Optional<Long> term(Heartbeat heartbeat) {
    return heartbeat.status().map(MemberStatus::raftTerm);
  }

  private static Optional<MemberId> leaderOf(Heartbeat heartbeat) {
    return heartbeat.status().flatMap(MemberStatus::leader);
  }
}
