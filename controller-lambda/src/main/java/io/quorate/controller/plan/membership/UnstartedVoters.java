package io.quorate.controller.plan.membership;

import io.quorate.controller.plan.facts.ClusterMembers;
import io.quorate.controller.plan.facts.ClusterQuorum;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.facts.MemberUpdate;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.group.UnregisteredInstances;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import io.quorate.state.PeerView;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Status;
import io.quorate.state.UnstartedVoter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Voters that somebody added by hand and that never started. Such a voter counts for the quorum.
 *
 * <p>It is proved that one never started, and so holds nothing, when all of this was seen in one
 * turn:
 *
 * <ol>
 *   <li>a quorum proves a list that has it without a name, {@code timings.joinDeadline} after the
 *       controller first saw it listed;
 *   <li>the leader has had no sign of life of it for as long, and hears nothing of it;
 *   <li>every voter that serves says that its etcd never received a byte from it;
 *   <li>nobody, in any turn, ever said that it was heard: one that was slow, and has died since,
 *       may hold what was acknowledged.
 * </ol>
 *
 * <p>No node's journal names it, nor does the bootstrap, and no instance is recorded for it. The
 * proof is void as soon as it is heard of, or has a name.
 */
public final class UnstartedVoters {
  private UnstartedVoters() {}

  /** In the order of the list. */
  public static List<MemberEntry> of(ClusterState clusterState) {
    return clusterState.members().list().map(Membership::voters).orElse(List.of()).stream()
        .filter(voter -> clusterState.status().data().unstarted().containsKey(voter.id()))
        .toList();
  }

  /** What to remember of each, with what this view adds. */
  public static Status next(MemberUpdate.Seen seen, Status status) {
    return status.withData(status.data().withUnstarted(known(seen, status)));
  }

  private static Map<MemberId, UnstartedVoter> known(MemberUpdate.Seen seen, Status status) {
    ClusterView view = seen.view();
    ClusterMembers members = seen.members();
    ClusterQuorum quorum = seen.quorum();
    Map<MemberId, UnstartedVoter> before = status.data().unstarted();
    Map<MemberId, UnstartedVoter> next = new HashMap<>();
    if (members.list().isEmpty() || !quorum.membershipCurrent()) {
      List<MemberEntry> proven = status.proven().map(ProvenMembership::members).orElse(List.of());
      before.forEach(
          (member, known) -> {
            if (proven.stream().anyMatch(voter -> voter.id().equals(member) && !voter.started())) {
              next.put(member, told(view, member, known));
            }
          });
      return next;
    }
    for (MemberEntry voter : members.list().get().voters()) {
      if (nobodys(status, members, voter)) {
        UnstartedVoter known =
            told(
                view,
                voter.id(),
                Optional.ofNullable(before.get(voter.id()))
                    .orElseGet(() -> UnstartedVoter.seen(view.observedAt())));
        next.put(
            voter.id(),
            missing(view, quorum, voter.id(), known).isEmpty()
                ? known.proved(view.observedAt())
                : known);
      }
    }
    return next;
  }

  private static boolean nobodys(Status status, ClusterMembers members, MemberEntry voter) {
    return !voter.started()
        && members.instanceOf(voter).isEmpty()
        && status.proven().filter(list -> list.holders().containsKey(voter.id())).isEmpty();
  }

  /** Any row counts, however old: a member id is never given twice. */
  private static UnstartedVoter told(ClusterView view, MemberId member, UnstartedVoter known) {
    boolean heard =
        view.nodes().values().stream()
            .flatMap(node -> node.heartbeat().viewOf(member).stream())
            .anyMatch(peer -> peer.contact() == PeerView.Contact.HEARD);
    return heard ? known.heardOf() : known;
  }

  /** Why a voter stays for now; empty where it may be removed. */
  public static Optional<String> hindrance(ClusterState clusterState, MemberEntry voter) {
    if (UnregisteredInstances.rowsUnread(clusterState)) {
      return Optional.of("rows of nodes cannot be read; see NODE_ROW_UNREADABLE");
    }
    Optional<String> unproved = missing(clusterState, voter);
    if (unproved.isPresent()) {
      return unproved;
    }
    return clusterState.quorum().keptWithout(voter.id())
        ? FleetBreakerPolicy.why(clusterState.view().fleet())
            .map(why -> "the fleet breaker is on: " + why)
        : Optional.of("the voters that serve are no quorum without it");
  }

  private static Optional<String> missing(ClusterState clusterState, MemberEntry voter) {
    return Optional.ofNullable(clusterState.status().data().unstarted().get(voter.id()))
        .map(known -> missing(clusterState.view(), clusterState.quorum(), voter.id(), known))
        .orElse(Optional.of("it belongs to a node, or has a name"));
  }

  private static Optional<String> missing(
      ClusterView view, ClusterQuorum quorum, MemberId member, UnstartedVoter known) {
    Duration deadline = view.spec().timings().joinDeadline();
    Instant until = known.since().plus(deadline);
    if (known.heard()) {
      return Optional.of("a voter has heard from it, so that it may hold data");
    }
    if (view.observedAt().isBefore(until)) {
      return Optional.of("it may still start until " + until + " (timings.joinDeadline)");
    }
    if (!quorum.serves()) {
      return Optional.of("no quorum proves a member list");
    }
    Optional<ObservedNode> leader = quorum.answeringLeader();
    if (leader.isEmpty()) {
      return Optional.of("no serving leader tells of it");
    }
    Optional<PeerView> seen = leader.get().heartbeat().viewOf(member);
    if (seen.filter(peer -> silent(peer, deadline)).isEmpty()) {
      return Optional.of(
          "the leader "
              + leader.get().heartbeat().instance()
              + " has not yet missed it for "
              + deadline.toSeconds()
              + " s");
    }
    return quorum.healthyVoters().stream()
        .map(ObservedNode::heartbeat)
        .filter(
            voter ->
                voter
                    .viewOf(member)
                    .filter(peer -> peer.contact() == PeerView.Contact.NEVER)
                    .isEmpty())
        .map(voter -> voter.instance() + " does not say that it never heard from it")
        .findFirst();
  }

  private static boolean silent(PeerView peer, Duration deadline) {
    return !peer.connected() && peer.silentMillis() >= deadline.toMillis();
  }
}
