package io.quorate.controller.plan.space;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.spec.ByteSize;
import io.quorate.state.Heartbeat;
import io.quorate.state.NodeSpace;
import io.quorate.state.PutAside;
import java.util.List;
import java.util.Optional;

/**
 * Whether a join has room on a disk that has archived directories. Each join that is undone leaves
 * one, a copy of the data, until a verified snapshot covers it: without a bound they fill the disk,
 * and then no join can end any more. What one needs is the database and two segments of its log.
 */
public final class JoinRoom {
  private static final long LOG_BYTES = 128L << 20;

  private JoinRoom() {}

  /** Why a node is not told to join; empty where there is room, or its agent does not tell. */
  public static Optional<String> lacking(ClusterState clusterState, ObservedNode node) {
    Heartbeat row = node.heartbeat();
    Optional<NodeSpace> space = row.report().space().filter(told -> told.diskBytes() > 0);
    Optional<PutAside> aside = row.report().putAside().filter(told -> told.directories() > 0);
    long needed = needed(clusterState);
    return space.isPresent() && aside.isPresent() && space.get().freeBytes() < needed
        ? Optional.of(
            "the disk of %s has %s free, a join needs %s, and %d archived directories take %s:"
                    .formatted(
                        row.instance(),
                        ByteSize.rounded(space.get().freeBytes()),
                        ByteSize.rounded(needed),
                        aside.get().directories(),
                        ByteSize.rounded(aside.get().bytes()))
                + " it is not told to join. They go once a verified snapshot covers them; sooner,"
                + " delete those that nobody needs by hand, or terminate the instance")
        : Optional.empty();
  }

  /** The nodes that have no member, and no room for one. */
  static List<String> waiting(ClusterState clusterState) {
    return clusterState.nodes().stream()
        .filter(clusterState.health()::present)
        .filter(node -> clusterState.members().listed(node.heartbeat().instance()).isEmpty())
        .flatMap(node -> lacking(clusterState, node).stream())
        .toList();
  }

  private static long needed(ClusterState clusterState) {
    return LOG_BYTES
        + clusterState.quorum().healthyVoters().stream()
            .mapToLong(voter -> ClusterState.statusOf(voter).dbSizeBytes())
            .max()
            .orElse(0);
  }
}
