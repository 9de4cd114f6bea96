package io.quorate.controller.plan.instances;

import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.group.StoppedInstances;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import java.util.Optional;

/**
 * Terminates a silent node without a member: no listed member is its own, and its row names no
 * data, or data that can never serve again. Silence is the only evidence against such a node, so it
 * has to last as long as a join may take; then the group launches another.
 */
public final class ReplaceHungNonMember implements Rule {
  @Override
  public String code() {
    return "REPLACE_HUNG_NON_MEMBER";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return TerminationPlans.ofFirst(
        clusterState, node -> hangs(clusterState, node), ReplaceHungNonMember::reason);
  }

  private static boolean hangs(ClusterState clusterState, ObservedNode node) {
    return HungNonMemberEvidence.newcomer(clusterState, node)
        && clusterState.health().silent(node)
        && HungNonMemberEvidence.missing(clusterState, node).isEmpty();
  }

  private static Reason reason(ClusterState clusterState, ObservedNode node) {
    return StoppedInstances.reason(clusterState, node).orElseGet(() -> hung(node));
  }

  private static Reason hung(ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return Reason.of(
            "NEWCOMER_HUNG",
            instance
                + " takes no part, holds no data that could serve, and is silent since "
                + node.heartbeatProgress().since())
        .and("instance", instance);
  }
}
