package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import java.util.Optional;

/**
 * Terminates a node on whose disk the data of two members was found damaged, so that the group
 * launches another. Its member was removed before, and its directories go with its disk: so all
 * listed voters have to serve.
 */
public final class ReplaceDamagedNode implements Rule {
  @Override
  public String code() {
    return "REPLACE_DAMAGED_NODE";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return allServe(clusterState)
        ? TerminationPlans.ofFirst(
            clusterState, node -> replaceable(clusterState, node), (state, node) -> reason(node))
        : Optional.empty();
  }

  private static boolean allServe(ClusterState clusterState) {
    return clusterState
        .members()
        .list()
        .filter(known -> clusterState.quorum().healthyVoters().size() == known.voters().size())
        .isPresent();
  }

  private static boolean replaceable(ClusterState clusterState, ObservedNode node) {
    return DamagedDisks.wornOut(node.heartbeat())
        && HungNonMemberEvidence.newcomer(clusterState, node)
        && TerminationEvidence.impossible(clusterState, node).isEmpty();
  }

  private static Reason reason(ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return Reason.of(
            "DISK_DAMAGES_DATA",
            "the data of "
                + node.heartbeat().runs().damages()
                + " members was found damaged on the disk of "
                + instance
                + ": its member is removed, and the instance is replaced")
        .and("instance", instance);
  }
}
