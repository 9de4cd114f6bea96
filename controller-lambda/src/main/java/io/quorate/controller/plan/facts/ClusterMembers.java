package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Who is a member, and on which node.
 *
 * <p>The list is that of the leader among the serving nodes that know the newest raft term, else of
 * the one of them that has applied most. Rows are written at different times: while a quorum has
 * proved a newer list, nothing is changed by this one ({@link ClusterQuorum#membershipCurrent}).
 */
public final class ClusterMembers {
  private final ClusterView view;
  private final Status status;
  private final NodeStates states;
  private final List<ObservedNode> nodes;
  private final Optional<Membership> membership;

  public ClusterMembers(
      ClusterView view, Status status, NodeStates states, List<ObservedNode> nodes) {
    this.view = view;
    this.status = status;
    this.states = states;
    this.nodes = nodes;
    this.membership = witness().map(node -> membershipBy(node.heartbeat()));
  }

  private Optional<ObservedNode> node(InstanceId instance) {
    return Optional.ofNullable(view.nodes().get(instance));
  }

  /** The list by its best witness; empty when no node serves. */
  public Optional<Membership> list() {
    return membership;
  }

  /**
   * The node whose journal names a member. Only that one can serve as it: an instance whose member
   * was removed joins again as another, under the same name, before every row tells the new list.
   */
  public Optional<ObservedNode> holderOf(MemberEntry member) {
    return nodes.stream().filter(node -> holds(node, member.id())).findFirst();
  }

  /** The node that holds a member, by the id its journal names, else by the member's name. */
  public Optional<ObservedNode> nodeOf(MemberEntry member) {
    return holderOf(member).or(() -> instanceOf(member).flatMap(this::node));
  }

  /**
   * The listed members of an instance, by what its row or the members' names tell: the row may be
   * older than they are.
   */
  public List<MemberId> listed(InstanceId instance) {
    return membership.stream()
        .flatMap(known -> known.entries().stream())
        .filter(member -> homeOf(member).filter(instance::equals).isPresent())
        .map(MemberEntry::id)
        .toList();
  }

  /** The dead member that an instance's open join is to remove, while it is still listed. */
  public Optional<MemberId> formerMember(InstanceId instance) {
    return status
        .operation()
        .filter(open -> open.promotes() && open.executor().equals(instance))
        .flatMap(OpenCommand::target)
        .filter(id -> membership.flatMap(known -> known.member(id)).isPresent());
  }

  private Optional<InstanceId> homeOf(MemberEntry member) {
    return nodeOf(member).map(node -> node.heartbeat().instance()).or(() -> instanceOf(member));
  }

  /**
   * The instance that a member lives, or lived, on: by its name; before it has one, by the node
   * whose journal names it, else by the bootstrap. None for a member that a person gave another
   * name.
   */
  public Optional<InstanceId> instanceOf(MemberEntry member) {
    if (member.started()) {
      return InstanceId.named(member.name());
    }
    return holderOf(member)
        .map(node -> node.heartbeat().instance())
        .or(() -> initialMemberOf(member.id()));
  }

  private Optional<InstanceId> initialMemberOf(MemberId member) {
    return view.lineage().bootstrap().stream()
        .flatMap(bootstrap -> bootstrap.voters().stream())
        .filter(voter -> voter.memberId().equals(member))
        .map(InitialMember::instance)
        .findFirst();
  }

  /** Whether a node's journal names this member in this generation. */
  public boolean holds(ObservedNode node, MemberId member) {
    return node.heartbeat()
        .identity()
        .filter(identity -> identity.generation().equals(view.lineage().generation()))
        .map(MemberIdentity::memberId)
        .filter(member::equals)
        .isPresent();
  }

  private Optional<ObservedNode> witness() {
    return nodes.stream()
        .filter(states::serving)
        .filter(node -> !ClusterState.statusOf(node).learner())
        .max(Comparator.comparing(ClusterState::statusOf, MemberStatus.BY_KNOWLEDGE));
  }

  private static Membership membershipBy(Heartbeat heartbeat) {
    return new Membership(heartbeat.instance(), heartbeat.members());
  }
}
