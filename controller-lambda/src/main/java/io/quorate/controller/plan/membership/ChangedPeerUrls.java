package io.quorate.controller.plan.membership;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Voters that are listed at another peer URL than the one at which their node listens, as its row
 * says: nothing else changes it than a hand. Only the instance that the member is named after is
 * asked: another one may have a copy of its disk. The others still hear such a voter, for it dials
 * them itself; but etcd sends it no raft snapshot, and adds no member beside a dead one ({@code
 * unhealthy cluster}).
 */
public final class ChangedPeerUrls {
  private ChangedPeerUrls() {}

  /**
   * One of them.
   *
   * @param voter as it is listed
   * @param node whose journal names it
   */
  public record Changed(MemberEntry voter, ObservedNode node) {
    /** Where its node listens. */
    public String peerUrl() {
      return node.heartbeat().endpoints().peerUrl();
    }
  }

  /** In the order of the list. */
  public static List<Changed> of(ClusterState clusterState) {
    return clusterState.members().list().map(Membership::voters).orElse(List.of()).stream()
        .flatMap(
            voter ->
                clusterState.members().instanceOf(voter).flatMap(clusterState::node).stream()
                    .filter(node -> clusterState.members().holds(node, voter.id()))
                    .map(node -> new Changed(voter, node)))
        .filter(changed -> !changed.voter().peerUrls().equals(List.of(changed.peerUrl())))
        .toList();
  }

  /** Who sets it back: the leader, else any voter that serves and whose agent knows the command. */
  public static Optional<ObservedNode> executor(ClusterState clusterState) {
    return Stream.concat(
            clusterState.quorum().leader().stream(), clusterState.quorum().healthyVoters().stream())
        .filter(node -> node.heartbeat().report().knows(CommandKind.SET_PEER_URL))
        .findFirst();
  }

  /** Why one is not set back for now; empty where it is. */
  public static Optional<String> hindrance(ClusterState clusterState, Changed changed) {
    if (!clusterState.health().speaks(changed.node())) {
      return Optional.of("its node does not report, so that nobody knows where it listens now");
    }
    if (!clusterState.quorum().serves() || !clusterState.quorum().membershipCurrent()) {
      return Optional.of("no quorum proves a member list");
    }
    Optional<String> taken =
        clusterState.members().list().stream()
            .flatMap(known -> known.entries().stream())
            .filter(other -> !other.id().equals(changed.voter().id()))
            .filter(other -> other.peerUrls().contains(changed.peerUrl()))
            .map(other -> "member " + other.id() + " is listed there: give that one its own first")
            .findFirst();
    if (taken.isPresent()) {
      return taken;
    }
    return executor(clusterState).isPresent()
        ? Optional.empty()
        : Optional.of("no agent of a voter that serves knows the command: update the agents");
  }
}
