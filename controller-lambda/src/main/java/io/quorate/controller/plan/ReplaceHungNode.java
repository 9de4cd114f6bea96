package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.state.Operation;
import io.quorate.state.PeerView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Terminates a node that hangs: silent towards the controller while EC2 calls it running. Silence
 * alone is never enough (I7). All of these must hold:
 *
 * <ol>
 *   <li>the leader has seen its member neither answer nor hold a raft connection for {@code
 *       silentGrace}; a member that is dead says nothing of a node that rejoins;
 *   <li>the other healthy voters prove a quorum by linearizable reads without it (I2), all follow
 *       that leader in its raft term, and all miss the member as long;
 *   <li>no change is open, but one that hangs with this very node;
 *   <li>the group holds it, EC2 says running, and the fleet brake is off.
 * </ol>
 */
final class ReplaceHungNode implements Rule {
  private final boolean onlyTheExecutor;

  private ReplaceHungNode(boolean onlyTheExecutor) {
    this.onlyTheExecutor = onlyTheExecutor;
  }

  /** While no change is open. */
  static Rule whileNothingIsOpen() {
    return new ReplaceHungNode(false);
  }

  /** While a change is open whose executor is the one that hangs. */
  static Rule whereItsOwnChangeIsOpen() {
    return new ReplaceHungNode(true);
  }

  @Override
  public String name() {
    return onlyTheExecutor ? "ReplaceHungExecutor" : "ReplaceHungNode";
  }

  @Override
  public Optional<Plan> consider(Situation situation) {
    if (!situation.status().terminations().isEmpty()) {
      return Optional.empty();
    }
    return situation.nodes().stream()
        .filter(node -> hangs(situation, node))
        .findFirst()
        .map(node -> intend(situation, node));
  }

  private boolean hangs(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    return situation.silent(node)
        && !situation.gone(instance)
        && nothingElseOpen(situation, instance)
        && lacking(situation, node).isEmpty();
  }

  private boolean nothingElseOpen(Situation situation, InstanceId instance) {
    Optional<Operation> open = situation.status().operation();
    return onlyTheExecutor
        ? open.filter(operation -> operation.executor().equals(instance)).isPresent()
        : open.isEmpty();
  }

  /** The first piece of evidence that a silent node's termination lacks; empty when none does. */
  static Optional<String> lacking(Situation situation, Node node) {
    Optional<String> impossible = Terminations.impossible(situation, node);
    if (impossible.isPresent()) {
      return impossible;
    }
    if (situation.membership().isEmpty()) {
      return Optional.of("no quorum tells who is a member");
    }
    InstanceId instance = node.heartbeat().instance();
    List<MemberId> listed = situation.listed(instance);
    Optional<MemberId> former = AbandonHungJoiner.former(situation, instance);
    List<MemberId> living = listed.stream().filter(id -> !former.equals(Optional.of(id))).toList();
    if (listed.isEmpty()) {
      return Optional.of("it holds no listed member of this generation");
    }
    if (living.isEmpty()) {
      return Optional.of("its member is dead, so that no silence of that tells whether it hangs");
    }
    return living.stream()
        .flatMap(id -> needed(situation, id).stream())
        .findFirst()
        .or(() -> Brake.why(situation.view().fleet()).map(why -> "the fleet brake is on: " + why));
  }

  /**
   * Why the cluster may still need a member; empty when a quorum serves without it and misses it.
   */
  static Optional<String> needed(Situation situation, MemberId member) {
    return situation.quorumWithout(member)
        ? heard(situation, member)
        : Optional.of("the others are no quorum without it");
  }

  /** Who still hears a member; empty when the leader and all that follow it have long missed it. */
  static Optional<String> heard(Situation situation, MemberId member) {
    Optional<Node> leader = situation.leader();
    if (leader.isEmpty()) {
      return Optional.of("no serving leader tells of it");
    }
    Duration grace = situation.view().spec().timings().silentGrace();
    return leader
        .get()
        .heartbeat()
        .viewOf(member)
        .map(view -> heard(view, grace))
        .orElse(Optional.of("the leader says nothing of it"))
        .or(() -> others(situation, member, leader.get(), grace));
  }

  private static Optional<String> heard(PeerView view, Duration grace) {
    if (view.connected()) {
      return Optional.of("the leader's etcd still hears it");
    }
    return view.silentMillis() < grace.toMillis()
        ? Optional.of("the leader has not yet missed it for " + grace.toSeconds() + " s")
        : Optional.empty();
  }

  /** All that count for the quorum must follow this leader, and miss it too. */
  private static Optional<String> others(
      Situation situation, MemberId member, Node leader, Duration grace) {
    return situation.healthyVoters().stream()
        .filter(voter -> !situation.holds(voter, member))
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

  private static Plan intend(Situation situation, Node node) {
    InstanceId instance = node.heartbeat().instance();
    Reason reason =
        Reason.of(
                "NODE_HUNG",
                instance
                    + " is silent since "
                    + node.observation().since()
                    + ", the leader sees its member inactive, and a quorum serves without it")
            .and("instance", instance)
            .and("healthyVoters", situation.healthyVoters().size());
    return Terminations.intend(situation, node, reason);
  }
}
