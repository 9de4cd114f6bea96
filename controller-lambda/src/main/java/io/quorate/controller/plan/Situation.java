package io.quorate.controller.plan;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.Node;
import io.quorate.instruction.InstructionKind;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.Operation;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Status;
import io.quorate.state.Voter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the rules reason about, derived from the view once.
 *
 * <ol>
 *   <li>Which nodes are <em>silent</em>, <em>gone</em> or <em>serve</em>: see {@link Judgement}.
 *   <li>The <em>membership</em> is the list of the leader among the serving nodes that know the
 *       newest raft term, else of the one of them that has applied most. Rows are written at
 *       different times: while a quorum has proved a newer list, nothing is changed by this one.
 *   <li>A member is <em>dead</em> only by proof: see {@link Death}.
 * </ol>
 */
final class Situation {
  private final ClusterView view;
  private final Status status;
  private final Judgement judgement;
  private final List<Node> nodes;
  private final Optional<Membership> membership;

  Situation(ClusterView view) {
    this.view = view;
    Status remembered = Remembered.next(view);
    this.judgement = Judgement.of(view);
    this.nodes =
        view.nodes().values().stream()
            .sorted(Comparator.comparing(node -> node.heartbeat().instance()))
            .toList();
    this.membership = witness().map(node -> membershipBy(node.heartbeat()));
    this.status = remembered.withProven(proven(remembered));
  }

  private Optional<ProvenMembership> proven(Status remembered) {
    return view.lineage()
        .birth()
        .flatMap(
            birth ->
                Proven.next(
                    remembered.proven(),
                    birth,
                    nodes.stream().filter(judgement::answering).map(Node::heartbeat),
                    view.observedAt()))
        .map(list -> list.heldBy(Proven.holders(this, list)))
        .map(list -> Proven.answered(this, remembered, list));
  }

  ClusterView view() {
    return view;
  }

  /** The status to go on from: what was stored, with what this view adds for good. */
  Status status() {
    return status;
  }

  /** The member list by its best witness; empty when no node serves. */
  Optional<Membership> membership() {
    return membership;
  }

  /**
   * Whether the membership is not known to be older than the list that a quorum proved last. An
   * executor's answer, or another row, may tell of a change before the witness's row does.
   */
  boolean membershipCurrent() {
    return status.proven().stream()
        .allMatch(
            proven ->
                membership.flatMap(known -> node(known.witness())).stream()
                    .allMatch(node -> proven.notNewerThan(node.heartbeat())));
  }

  Optional<Node> node(InstanceId instance) {
    return Optional.ofNullable(view.nodes().get(instance));
  }

  List<Node> nodes() {
    return nodes;
  }

  boolean silent(Node node) {
    return judgement.silent(node.observation());
  }

  /** Whether EC2 has ever shown the instance terminated. */
  boolean gone(InstanceId instance) {
    return judgement.gone(instance);
  }

  /**
   * Whether the node speaks, its instance is not on its way out or down, and the group keeps it.
   */
  boolean present(Node node) {
    return speaks(node)
        && living(node.heartbeat().instance())
        && view.group() instanceof GroupView.Observed group
        && group.keeps(node.heartbeat().instance());
  }

  /** Whether nothing says that an instance is terminated, stopped, or about to be. */
  boolean living(InstanceId instance) {
    return !gone(instance)
        && switch (instance(instance)) {
          case PENDING, RUNNING, UNKNOWN -> true;
          case STOPPING, STOPPED, SHUTTING_DOWN, TERMINATED -> false;
        };
  }

  private boolean speaks(Node node) {
    InstanceId instance = node.heartbeat().instance();
    return !silent(node) && !gone(instance) && !status.terminating(instance);
  }

  /** Whether the etcd installed on a node is what the spec wants; older agents do not tell. */
  boolean fits(Node node) {
    return node.heartbeat()
        .runs()
        .installed()
        .map(view.spec().etcd().version()::accepts)
        .orElse(true);
  }

  boolean serving(Node node) {
    return judgement.serving(node);
  }

  /** Whether a quorum of the membership is seen to serve. */
  boolean quorumServes() {
    return membership
        .filter(known -> healthyVoters().size() >= Membership.quorumOf(known.voters().size()))
        .isPresent();
  }

  /** Voters whose node serves. */
  List<Node> healthyVoters() {
    return votersThat(this::serving);
  }

  /** Whether its latest heartbeat says that it serves, however long ago that was. */
  boolean saysItServes(Node node) {
    return judgement.servingUnlessSilent(node.heartbeat());
  }

  /** Of these voters, those whose etcd proves a quorum, whatever became of their disks. */
  List<Node> votersProving(List<MemberEntry> voters) {
    return voters.stream()
        .flatMap(voter -> holderOf(voter).stream())
        .filter(judgement::answering)
        .toList();
  }

  private List<Node> votersThat(Predicate<Node> what) {
    return membership.stream()
        .flatMap(known -> known.voters().stream())
        .flatMap(voter -> holderOf(voter).stream())
        .filter(what)
        .toList();
  }

  /**
   * The node whose journal names a member. Only that one can serve as it: an instance whose member
   * was removed joins again as another, under the same name, before every row tells the new list.
   */
  Optional<Node> holderOf(MemberEntry member) {
    return nodes().stream().filter(node -> holds(node, member.id())).findFirst();
  }

  /** The node that holds a member, by the id its journal names, else by the member's name. */
  Optional<Node> nodeOf(MemberEntry member) {
    return holderOf(member).or(() -> instanceOf(member).flatMap(this::node));
  }

  /**
   * The listed members of an instance, by what its row or the members' names tell: the row may be
   * older than they are.
   */
  List<MemberId> listed(InstanceId instance) {
    return membership.stream()
        .flatMap(known -> known.entries().stream())
        .filter(member -> homeOf(member).filter(instance::equals).isPresent())
        .map(MemberEntry::id)
        .toList();
  }

  /** The dead member that an instance's open join is to remove, while it is still listed. */
  Optional<MemberId> former(InstanceId instance) {
    return status
        .operation()
        .filter(open -> open.kind() == InstructionKind.JOIN && open.executor().equals(instance))
        .flatMap(Operation::target)
        .filter(id -> membership.flatMap(known -> known.member(id)).isPresent());
  }

  private Optional<InstanceId> homeOf(MemberEntry member) {
    return nodeOf(member).map(node -> node.heartbeat().instance()).or(() -> instanceOf(member));
  }

  /**
   * The instance that a member lives, or lived, on: by its name; before it has one, by the node
   * whose journal names it, else by the birth. None for a member that a person gave another name.
   */
  Optional<InstanceId> instanceOf(MemberEntry member) {
    if (member.started()) {
      return InstanceId.named(member.name());
    }
    return holderOf(member)
        .map(node -> node.heartbeat().instance())
        .or(() -> founderOf(member.id()));
  }

  private Optional<InstanceId> founderOf(MemberId member) {
    return view.lineage().birth().stream()
        .flatMap(birth -> birth.voters().stream())
        .filter(voter -> voter.memberId().equals(member))
        .map(Voter::instance)
        .findFirst();
  }

  /**
   * The leader of the newest raft term that a healthy voter knows of; empty while that term shows
   * none. A leader that froze a moment ago still says that it leads, of an older term.
   */
  Optional<Node> leader() {
    return leaderAmong(healthyVoters());
  }

  /** That leader too whose data is unusable while its etcd goes on: what it hears is true. */
  Optional<Node> hearingLeader() {
    return leaderAmong(votersThat(judgement::answering));
  }

  private static Optional<Node> leaderAmong(List<Node> voters) {
    long newest = voters.stream().mapToLong(node -> statusOf(node).raftTerm()).max().orElse(0);
    return voters.stream()
        .filter(node -> statusOf(node).leads() && statusOf(node).raftTerm() == newest)
        .findFirst();
  }

  /** Listed members that are proven dead, in the order of the list. */
  List<Death> deaths() {
    return membership.stream()
        .flatMap(known -> known.entries().stream())
        .flatMap(member -> death(member).stream())
        .toList();
  }

  /** Why a member is proven dead; empty while nothing proves it. */
  Optional<Death> death(MemberEntry member) {
    Optional<Death> byAgent =
        nodes().stream()
            .filter(node -> holds(node, member.id()) && node.heartbeat().data().unusable())
            .<Death>map(
                node ->
                    new Death.DataUnusable(
                        member, node.heartbeat().instance(), node.heartbeat().data()))
            .findFirst();
    return instanceOf(member)
        .filter(this::gone)
        .<Death>map(instance -> new Death.InstanceTerminated(member, instance))
        .or(() -> byAgent)
        .or(() -> forgotten(member));
  }

  /** Whether a listed member is proven dead. */
  boolean provenDead(MemberId id) {
    return membership.flatMap(known -> known.member(id)).flatMap(this::death).isPresent();
  }

  /** Data that no journal explains may be what a person still wants: from it nothing follows. */
  private Optional<Death> forgotten(MemberEntry member) {
    return Optional.of(member)
        .filter(MemberEntry::started)
        .flatMap(this::instanceOf)
        .flatMap(this::node)
        .filter(node -> speaks(node) && living(node.heartbeat().instance()))
        .filter(node -> !holds(node, member.id()))
        .filter(node -> knowsNothing(node.heartbeat().data()))
        .filter(node -> Heard.by(this, member.id()).isEmpty())
        .map(
            node ->
                new Death.Forgotten(member, node.heartbeat().instance(), node.heartbeat().data()));
  }

  private static boolean knowsNothing(DataState data) {
    return switch (data) {
      case NONE, LOST, ROLLED_BACK, DAMAGED, REMOVED -> true;
      case INTACT, FOREIGN, SUPERSEDED -> false;
    };
  }

  /**
   * Whether the cluster keeps its quorum once a member is removed (I2): the healthy voters that
   * remain are a quorum of the voters that remain. To stop one takes more: {@link #quorumBeside}.
   * By a list that is known to be older nobody can say.
   */
  boolean quorumWithout(MemberId member) {
    return membership
        .filter(known -> membershipCurrent())
        .map(
            known -> {
              long remaining =
                  known.voters().stream().filter(voter -> !voter.id().equals(member)).count();
              long healthy = healthyVoters().stream().filter(node -> !holds(node, member)).count();
              return remaining > 0 && healthy >= Membership.quorumOf((int) remaining);
            })
        .orElse(false);
  }

  /**
   * Whether the cluster keeps its quorum while an instance is gone and its members are still listed
   * (I2): the healthy voters elsewhere are a quorum of all voters.
   */
  boolean quorumBeside(InstanceId instance) {
    long others =
        healthyVoters().stream()
            .filter(node -> !node.heartbeat().instance().equals(instance))
            .count();
    return membership
        .filter(known -> membershipCurrent())
        .filter(known -> others >= Membership.quorumOf(known.voters().size()))
        .isPresent();
  }

  /** The states of all healthy voters: what a decision on the membership rests on. */
  Map<InstanceId, ReliedOn> witnesses() {
    return healthyVoters().stream()
        .collect(
            Collectors.toMap(
                node -> node.heartbeat().instance(), node -> ReliedOn.of(node.heartbeat())));
  }

  /** Besides, those of the leader that hears, and of the node that is to go, where it has one. */
  Map<InstanceId, ReliedOn> witnessesAnd(InstanceId instance) {
    Map<InstanceId, ReliedOn> reliedOn = new HashMap<>(witnesses());
    hearingLeader()
        .ifPresent(
            node -> reliedOn.put(node.heartbeat().instance(), ReliedOn.of(node.heartbeat())));
    node(instance).ifPresent(node -> reliedOn.put(instance, ReliedOn.of(node.heartbeat())));
    return reliedOn;
  }

  /** Whether a node's journal names this member in this generation. */
  boolean holds(Node node, MemberId member) {
    return node.heartbeat()
        .identity()
        .filter(identity -> identity.generation().equals(view.lineage().generation()))
        .map(MemberIdentity::memberId)
        .filter(member::equals)
        .isPresent();
  }

  InstanceState instance(InstanceId instance) {
    return view.instance(instance);
  }

  private Optional<Node> witness() {
    Comparator<Node> byKnowledge =
        Comparator.comparing((Node node) -> statusOf(node).raftTerm())
            .thenComparing(node -> statusOf(node).leads())
            .thenComparing(node -> statusOf(node).raftAppliedIndex());
    return nodes().stream()
        .filter(this::serving)
        .filter(node -> !statusOf(node).learner())
        .max(byKnowledge);
  }

  private static MemberStatus statusOf(Node node) {
    return node.heartbeat().status().orElseThrow();
  }

  private static Membership membershipBy(Heartbeat heartbeat) {
    return new Membership(heartbeat.instance(), heartbeat.members());
  }
}
