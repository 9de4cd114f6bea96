package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.StoppedInstances;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.OpenCommand;
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
 *   <li>the group holds it, EC2 says running or long stopped, and the fleet breaker is off.
 * </ol>
 */
public final class ReplaceHungNode implements Rule {
  private final boolean onlyTheExecutor;

  private ReplaceHungNode(boolean onlyTheExecutor) {
    this.onlyTheExecutor = onlyTheExecutor;
  }

  /** While no change is open. */
  public static Rule whileNothingIsOpen() {
    return new ReplaceHungNode(false);
  }

  /** While a change is open whose executor is the one that hangs. */
  public static Rule whereItsOwnChangeIsOpen() {
    return new ReplaceHungNode(true);
  }

  @Override
  public String code() {
    return onlyTheExecutor ? "REPLACE_HUNG_EXECUTOR" : "REPLACE_HUNG_NODE";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return TerminationPlans.ofFirst(clusterState, node -> hangs(clusterState, node), this::reason);
  }

  private boolean hangs(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return clusterState.health().silent(node)
        && !clusterState.health().gone(instance)
        && nothingElseOpen(clusterState, instance)
        && HungNodeEvidence.missing(clusterState, node).isEmpty();
  }

  private boolean nothingElseOpen(ClusterState clusterState, InstanceId instance) {
    Optional<OpenCommand> open = clusterState.status().operation();
    return onlyTheExecutor
        ? open.filter(operation -> operation.executor().equals(instance)).isPresent()
        : open.isEmpty();
  }

  private Reason reason(ClusterState clusterState, ObservedNode node) {
    return StoppedInstances.reason(clusterState, node)
        .orElseGet(() -> hung(node))
        .and("healthyVoters", clusterState.quorum().healthyVoters().size());
  }

  private static Reason hung(ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return Reason.of(
            "NODE_HUNG",
            instance
                + " is silent since "
                + node.heartbeatProgress().since()
                + ", the leader sees its member inactive, and a quorum serves without it")
        .and("instance", instance);
  }
}
