package io.quorate.controller.plan.fencing;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.voters.QuorumLoss;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.state.DataHolding;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether the holders that are left are to be fenced. A fenced member never serves again, so all of
 * this has to be proved:
 *
 * <ol>
 *   <li>the voters whose instances are gone leave fewer than a quorum of the proven membership: a
 *       verdict of an agent does not count here, for its data may be what is salvaged, nor does a
 *       member that left or was removed, for the others have agreed to be fewer;
 *   <li>everyone else who may hold data is known, speaks, holds usable data, and knows how to be
 *       fenced. While one is silent nothing begins: it may hold what the others lack.
 * </ol>
 */
public final class FencingStart {
  private FencingStart() {}

  /** Whether the nodes that may hold data are to be fenced. */
  public static boolean due(ClusterState clusterState, FenceSet holders) {
    return holders.gaps().isEmpty()
        && !holders.unknown().isEmpty()
        && QuorumLoss.without(
            clusterState, lost(clusterState, holders), FenceSet.givenUp(clusterState))
        && hindrances(clusterState, holders).isEmpty();
  }

  /** The instances whose voters are lost for good. */
  public static Set<InstanceId> lost(ClusterState clusterState, FenceSet holders) {
    return holders.gone().stream()
        .map(HolderEnd.Gone::instance)
        .filter(instance -> lost(clusterState, instance))
        .collect(Collectors.toSet());
  }

  /** Who cannot be fenced now, and why it is not known to be gone. */
  public static List<HolderEnd.Unknown> hindrances(ClusterState clusterState, FenceSet holders) {
    return holders.unknown().stream()
        .filter(unknown -> !canBeFenced(clusterState, unknown.instance()))
        .toList();
  }

  /**
   * A member that left or was removed is no lost voter: the others agreed to a smaller membership.
   * One whose join was undone had lost its data before; a former member of it may still be listed.
   */
  private static boolean lost(ClusterState clusterState, InstanceId instance) {
    return clusterState.health().gone(instance)
        || clusterState
            .node(instance)
            .flatMap(node -> node.heartbeat().report().holds())
            .flatMap(DataHolding::cause)
            .filter(cause -> cause == DataHolding.Cause.LOST || cause == DataHolding.Cause.UNDONE)
            .isPresent();
  }

  /** Whether its agent reports, knows how to be fenced, and holds data of this generation. */
  public static boolean canBeFenced(ClusterState clusterState, InstanceId instance) {
    return clusterState
        .node(instance)
        .filter(node -> !clusterState.health().silent(node))
        .filter(node -> ofThisGeneration(clusterState, node))
        .map(node -> node.heartbeat().report())
        .filter(report -> report.kinds().contains(Recovery.FENCING_ABILITY))
        .flatMap(report -> report.holds())
        .filter(holds -> holds.state() == DataHolding.State.DATA)
        .isPresent();
  }

  private static boolean ofThisGeneration(ClusterState clusterState, ObservedNode node) {
    return node.heartbeat()
        .identity()
        .filter(held -> held.generation().equals(clusterState.view().lineage().generation()))
        .isPresent();
  }
}
