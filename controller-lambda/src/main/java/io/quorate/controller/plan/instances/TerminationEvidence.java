package io.quorate.controller.plan.instances;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.FleetBreakerPolicy;
import io.quorate.controller.plan.group.StoppedInstances;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import java.util.Optional;

/** What has to hold of fleet, EC2 and group before the instance of a silent node is terminated. */
public final class TerminationEvidence {
  private TerminationEvidence() {}

  /**
   * Why a node's instance must not be terminated, whatever its silence; empty when a quorum serves,
   * the fleet is well, the group keeps the instance, and it runs or was stopped for long.
   */
  public static Optional<String> impossible(ClusterState clusterState, ObservedNode node) {
    return ofInstance(clusterState, node)
        .or(() -> unproven(clusterState))
        .or(
            () ->
                FleetBreakerPolicy.why(clusterState.view().fleet())
                    .map(why -> "the fleet breaker is on: " + why));
  }

  private static Optional<String> unproven(ClusterState clusterState) {
    return clusterState.members().list().isEmpty()
        ? Optional.of("no quorum tells who is a member")
        : Optional.empty();
  }

  private static Optional<String> ofInstance(ClusterState clusterState, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    Optional<String> forbidden = StoppedInstances.forbid(clusterState, node);
    if (forbidden.isPresent()) {
      return forbidden;
    }
    if (node.heartbeat().dataUnexplained()) {
      return Optional.of("its disk holds data that no journal explains: a person decides");
    }
    if (!(clusterState.view().group() instanceof GroupView.Observed group)) {
      return Optional.of("its group cannot be read");
    }
    return group.keeps(instance) ? Optional.empty() : Optional.of("its group no longer keeps it");
  }
}
