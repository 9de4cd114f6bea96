package io.quorate.controller.plan;

import io.quorate.controller.view.Node;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Operation;
import java.util.List;
import java.util.Optional;

/**
 * Terminates a node that hangs: silent towards the controller while EC2 calls it running, or
 * stopped for longer than {@code stoppedGrace}. Silence alone is never enough (I7). All of these
 * must hold:
 *
 * <ol>
 *   <li>the leader has seen its member neither answer nor hold a raft connection for {@code
 *       silentGrace}; a member that is dead says nothing of a node that rejoins;
 *   <li>the other healthy voters prove a quorum by linearizable reads without it (I2), all follow
 *       that leader in its raft term, and all miss the member as long;
 *   <li>no change is open, but one that hangs with this very node;
 *   <li>the group holds it, EC2 says running or long stopped, and the fleet brake is off.
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
    return Terminations.ofFirst(situation, node -> hangs(situation, node), this::reason);
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
    InstanceId instance = node.heartbeat().instance();
    List<MemberId> listed = situation.listed(instance);
    Optional<MemberId> former = situation.former(instance);
    List<MemberId> living = listed.stream().filter(id -> !former.equals(Optional.of(id))).toList();
    if (listed.isEmpty()) {
      return Optional.of("it holds no listed member of this generation");
    }
    if (living.isEmpty()) {
      return Optional.of("its member is dead, so that no silence of that tells whether it hangs");
    }
    if (!situation.quorumBeside(instance)) {
      return Optional.of("the others are no quorum without it");
    }
    return living.stream().flatMap(id -> Heard.by(situation, id).stream()).findFirst();
  }

  private Reason reason(Situation situation, Node node) {
    return Stops.reason(situation, node)
        .orElseGet(() -> hung(node))
        .and("healthyVoters", situation.healthyVoters().size());
  }

  private static Reason hung(Node node) {
    InstanceId instance = node.heartbeat().instance();
    return Reason.of(
            "NODE_HUNG",
            instance
                + " is silent since "
                + node.observation().since()
                + ", the leader sees its member inactive, and a quorum serves without it")
        .and("instance", instance);
  }
}
