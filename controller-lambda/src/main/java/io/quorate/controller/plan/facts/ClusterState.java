package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.InstanceState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the rules reason about, derived from the view once, in four parts: how each node is, who is
 * a member, who keeps a quorum, and who is proven dead.
 */
public final class ClusterState {
  private final ClusterView view;
  private final Status status;
  private final List<ObservedNode> nodes;
  private final NodeStates health;
  private final ClusterMembers members;
  private final ClusterQuorum quorum;
  private final DeathProofs deaths;

  /**
   * Derives it.
   *
   * @param byView what the capabilities add to the stored status by what the view shows
   * @param byMembers what they add by who is a member and who keeps a quorum
   */
  public ClusterState(ClusterView view, List<StatusUpdate> byView, List<MemberUpdate> byMembers) {
    this.view = view;
    Status carried = StatusCarryOver.next(view);
    for (StatusUpdate update : byView) {
      carried = update.next(view, carried);
    }
    this.nodes =
        view.nodes().values().stream()
            .sorted(Comparator.comparing(node -> node.heartbeat().instance()))
            .toList();
    this.health = new NodeStates(view, carried);
    this.members = new ClusterMembers(view, carried, health, nodes);
    Status listed = carried.withProven(proven(carried));
    ClusterQuorum seen = new ClusterQuorum(view, listed, health, members);
    for (MemberUpdate update : byMembers) {
      listed = update.next(new MemberUpdate.Seen(view, health, members, seen), listed);
    }
    this.status = listed;
    this.quorum = new ClusterQuorum(view, status, health, members);
    this.deaths = new DeathProofs(this);
  }

  private Optional<ProvenMembership> proven(Status carried) {
    return view.lineage()
        .bootstrap()
        .flatMap(
            bootstrap ->
                ProvenMembershipUpdate.next(
                    carried.proven(),
                    bootstrap,
                    nodes.stream().filter(health::answering).map(ObservedNode::heartbeat),
                    view.observedAt()))
        .map(list -> list.heldBy(ProvenMembershipUpdate.holders(members, list)))
        .map(list -> ProvenMembershipUpdate.answered(view, carried, list));
  }

  public ClusterView view() {
    return view;
  }

  /** The status to go on from: what was stored, with what this view adds permanently. */
  public Status status() {
    return status;
  }

  /** How each node is. */
  public NodeStates health() {
    return health;
  }

  /** Who is a member. */
  public ClusterMembers members() {
    return members;
  }

  /** Who keeps a quorum. */
  public ClusterQuorum quorum() {
    return quorum;
  }

  /** Who is proven dead. */
  public DeathProofs deaths() {
    return deaths;
  }

  /** The node of an instance, if it ever registered. */
  public Optional<ObservedNode> node(InstanceId instance) {
    return Optional.ofNullable(view.nodes().get(instance));
  }

  /** All nodes, ordered by instance. */
  public List<ObservedNode> nodes() {
    return nodes;
  }

  /** Whether an operator keeps changes from beginning. */
  public boolean paused() {
    return !view.records().pauses().isEmpty();
  }

  /** What EC2 said of an instance. */
  public InstanceState instance(InstanceId instance) {
    return view.instance(instance);
  }

  /** The etcd status of a node that serves, or answers. */
  public static MemberStatus statusOf(ObservedNode node) {
    return node.heartbeat().status().orElseThrow();
  }
}
