package io.quorate.controller.plan.group;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import java.util.List;
import java.util.Optional;

/**
 * Voters on instances that were detached from the group. They go on voting until as many voters as
 * desired serve in the group: then those in the group have taken their place.
 */
public final class DetachedVoters {
  private DetachedVoters() {}

  /** Whether an instance lives and is in the group no more, by the group's own word. */
  static boolean detached(ClusterState clusterState, InstanceId instance) {
    return clusterState.view().group() instanceof GroupView.Observed group
        && !group.has(instance)
        && !clusterState.status().ending(instance)
        && clusterState.health().living(instance);
  }

  /** The instances of detached voters, in order. */
  public static List<InstanceId> homes(ClusterState clusterState) {
    return clusterState.members().list().stream()
        .flatMap(known -> known.voters().stream())
        .map(clusterState.members()::holderOf)
        .flatMap(Optional::stream)
        .map(node -> node.heartbeat().instance())
        .filter(instance -> detached(clusterState, instance))
        .sorted()
        .toList();
  }

  /** Those of them whose place is taken: as many voters as desired serve in the group. */
  static List<InstanceId> replaced(ClusterState clusterState, GroupView.Observed group) {
    long servingInGroup =
        clusterState.quorum().healthyVoters().stream()
            .filter(node -> group.keeps(node.heartbeat().instance()))
            .count();
    return servingInGroup < ScaleIn.desired(group) ? List.of() : homes(clusterState);
  }
}
