package io.quorate.controller.plan.facts;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import io.quorate.state.Status;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which voters are healthy, who leads them, and whether they keep a quorum without somebody (I2).
 */
public final class ClusterQuorum {
  private final ClusterView view;
  private final Status status;
  private final NodeStates states;
  private final ClusterMembers members;

  public ClusterQuorum(ClusterView view, Status status, NodeStates states, ClusterMembers members) {
    this.view = view;
    this.status = status;
    this.states = states;
    this.members = members;
  }

  private Optional<ObservedNode> node(InstanceId instance) {
    return Optional.ofNullable(view.nodes().get(instance));
  }

  /**
   * Whether the membership is not known to be older than the list that a quorum proved last. An
   * executor's answer, or another row, may tell of a change before the witness's row does.
   */
  public boolean membershipCurrent() {
    return status.proven().stream()
        .allMatch(
            proven ->
                members.list().flatMap(known -> node(known.witness())).stream()
                    .allMatch(node -> proven.notNewerThan(node.heartbeat())));
  }

  /** Whether a quorum of the membership is seen to serve. */
  public boolean serves() {
    return members
        .list()
        .filter(known -> healthyVoters().size() >= Membership.quorumOf(known.voters().size()))
        .isPresent();
  }

  /** Voters whose node serves. */
  public List<ObservedNode> healthyVoters() {
    return votersThat(states::serving);
  }

  /**
   * Healthy voters that answered the leader's latest look. Only these count for a decision that
   * takes a voter away: a voter that does not answer the leader may be lost already, although its
   * own last heartbeat says that it serves. Nor does one count that a command blocks.
   */
  public List<ObservedNode> answeringVoters() {
    return thoseOf(
        members.list().map(Membership::voters).orElse(List.of()).stream()
            .filter(voter -> !missedByLeader(voter.id()))
            .toList(),
        servingUnblocked());
  }

  /** Healthy voters whose etcd listens for clients on loopback only. */
  private List<ObservedNode> closedVoters() {
    return votersThat(servingUnblocked().and(node -> node.heartbeat().report().closed()));
  }

  private Predicate<ObservedNode> servingUnblocked() {
    Set<InstanceId> blocked = BlockedMembers.of(view, status);
    return node -> states.serving(node) && !blocked.contains(node.heartbeat().instance());
  }

  /** Whether the leader's latest look got no answer from a member. */
  public boolean missedByLeader(MemberId member) {
    return answeringLeader()
        .flatMap(leader -> leader.heartbeat().viewOf(member))
        .filter(peer -> !peer.answering())
        .isPresent();
  }

  /** Of these voters, those whose etcd proves a quorum, whatever became of their disks. */
  public List<ObservedNode> votersProving(List<MemberEntry> voters) {
    return thoseOf(voters, states::answering);
  }

  /** Of these voters, those whose node serves. */
  public List<ObservedNode> votersServing(List<MemberEntry> voters) {
    return thoseOf(voters, states::serving);
  }

  private List<ObservedNode> votersThat(Predicate<ObservedNode> what) {
    return thoseOf(members.list().map(Membership::voters).orElse(List.of()), what);
  }

  private List<ObservedNode> thoseOf(List<MemberEntry> voters, Predicate<ObservedNode> what) {
    return voters.stream().flatMap(voter -> members.holderOf(voter).stream()).filter(what).toList();
  }

  /**
   * The leader of the newest raft term that a healthy voter knows of; empty while that term shows
   * none. A leader that froze a moment ago still says that it leads, of an older term.
   */
  public Optional<ObservedNode> leader() {
    return leaderAmong(healthyVoters());
  }

  /**
   * The leader that answers: it also counts while its data is unusable, as long as its etcd proves
   * a quorum, because what it reports of its peers is still true.
   */
  public Optional<ObservedNode> answeringLeader() {
    return leaderAmong(votersThat(states::answering));
  }

  /** Whether an instance holds the leader. */
  public boolean leads(InstanceId instance) {
    return leader().filter(node -> node.heartbeat().instance().equals(instance)).isPresent();
  }

  private static Optional<ObservedNode> leaderAmong(List<ObservedNode> voters) {
    long newest =
        voters.stream().mapToLong(node -> ClusterState.statusOf(node).raftTerm()).max().orElse(0);
    return voters.stream()
        .filter(
            node ->
                ClusterState.statusOf(node).leads()
                    && ClusterState.statusOf(node).raftTerm() == newest)
        .findFirst();
  }

  /**
   * Whether the cluster keeps its quorum once a member is removed (I2): the healthy voters that
   * remain, and that the leader does not miss, are a quorum of the voters that remain. To stop a
   * member takes more: {@link #keptBeside}. False where the list is known to be older than the
   * proven one.
   */
  public boolean keptWithout(MemberId member) {
    return members
        .list()
        .filter(known -> membershipCurrent())
        .map(
            known -> {
              long remaining =
                  known.voters().stream().filter(voter -> !voter.id().equals(member)).count();
              long healthy =
                  answeringVoters().stream().filter(node -> !members.holds(node, member)).count();
              return remaining > 0 && healthy >= Membership.quorumOf((int) remaining);
            })
        .orElse(false);
  }

  /**
   * Whether the cluster keeps its quorum while an instance is gone and its members are still listed
   * (I2): the healthy voters elsewhere that the leader does not miss are a quorum of all voters. A
   * voter that is closed to clients answers its own agent alone: while that says that it serves, by
   * a linearizable read, it counts, for it has no client who could lose anything. Else an instance
   * that hangs while it opens the cluster would keep it closed for ever.
   */
  public boolean keptBeside(InstanceId instance) {
    long others =
        Stream.concat(answeringVoters().stream(), closedVoters().stream())
            .map(node -> node.heartbeat().instance())
            .filter(other -> !other.equals(instance))
            .distinct()
            .count();
    return members
        .list()
        .filter(known -> membershipCurrent())
        .filter(known -> others >= Membership.quorumOf(known.voters().size()))
        .isPresent();
  }

  /** The states of all healthy voters: what a decision on the membership rests on. */
  public Map<InstanceId, HeartbeatVersion> heartbeatEvidence() {
    return healthyVoters().stream()
        .collect(
            Collectors.toMap(
                node -> node.heartbeat().instance(),
                node -> HeartbeatVersion.of(node.heartbeat())));
  }

  /**
   * In addition the state of the leader that answers, and of the node that is to be removed, if it
   * has a row.
   */
  public Map<InstanceId, HeartbeatVersion> heartbeatEvidenceAnd(InstanceId instance) {
    Map<InstanceId, HeartbeatVersion> heartbeatEvidence = new HashMap<>(heartbeatEvidence());
    answeringLeader()
        .ifPresent(
            node ->
                heartbeatEvidence.put(
                    node.heartbeat().instance(), HeartbeatVersion.of(node.heartbeat())));
    node(instance)
        .ifPresent(node -> heartbeatEvidence.put(instance, HeartbeatVersion.of(node.heartbeat())));
    return heartbeatEvidence;
  }
}
