package io.quorate.controller.plan.group;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import java.util.Map;
import java.util.Optional;

/**
 * Instances that hold no member, by proof:
 *
 * <ol>
 *   <li>the member list is not older than the one that a quorum proved last, and lists none of
 *       theirs;
 *   <li>no instruction is open on them;
 *   <li>their own row names no member.
 * </ol>
 *
 * <p>A removed id is never given again, and only an instruction of this controller makes such a
 * node a member: its lease would have to be lost first. So what becomes of the other nodes changes
 * nothing, and a decision about such an instance rests on its own row alone.
 */
public final class NonMembers {
  private NonMembers() {}

  /** Whether an instance is proven to hold no member. */
  public static boolean proven(ClusterState clusterState, InstanceId instance) {
    return row(clusterState, instance).isPresent();
  }

  /** Whether an instance was told to leave, and is proven to have left. */
  public static boolean left(ClusterState clusterState, InstanceId instance) {
    return clusterState.status().group().leaves(instance) && proven(clusterState, instance);
  }

  /** What the termination of an instance rests on where it left, else on the quorum too. */
  public static Map<InstanceId, HeartbeatVersion> evidenceOfLeaver(
      ClusterState clusterState, InstanceId instance) {
    return clusterState.status().group().leaves(instance)
        ? evidence(clusterState, instance)
        : clusterState.quorum().heartbeatEvidenceAnd(instance);
  }

  /** What a decision about an instance rests on: its own row, or where it may matter the quorum. */
  public static Map<InstanceId, HeartbeatVersion> evidence(
      ClusterState clusterState, InstanceId instance) {
    return row(clusterState, instance)
        .map(node -> Map.of(instance, HeartbeatVersion.of(node.heartbeat())))
        .orElseGet(() -> clusterState.quorum().heartbeatEvidenceAnd(instance));
  }

  private static Optional<ObservedNode> row(ClusterState clusterState, InstanceId instance) {
    boolean open =
        clusterState
            .status()
            .operation()
            .filter(operation -> operation.executor().equals(instance))
            .isPresent();
    return open
            || clusterState.members().list().isEmpty()
            || !clusterState.quorum().membershipCurrent()
            || !clusterState.members().listed(instance).isEmpty()
        ? Optional.empty()
        : clusterState.node(instance).filter(node -> node.heartbeat().identity().isEmpty());
  }
}
