package io.quorate.controller.plan.space;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.DatabaseGrowth;
import io.quorate.controller.view.ObservedNode;
import io.quorate.spec.ByteSize;
import io.quorate.spec.DiskNeed;
import io.quorate.state.Heartbeat;
import io.quorate.state.NodeSpace;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The room on the disks of the voters, and of nodes that wait to join. */
public final class DiskRoom {
  private static final long MOST_QUOTA_BYTES = 8L << 30;
  private static final int NEAR_FULL_PERCENT = 10;

  private DiskRoom() {}

  /**
   * The quota that the fullest disk bears; empty while no agent tells its disk, or it bears none.
   */
  static Optional<Long> bearable(ClusterState clusterState) {
    return rows(clusterState).stream()
        .map(row -> DiskNeed.bears(free(row) + size(row)))
        .min(Comparator.naturalOrder())
        .map(quota -> Math.min(quota, MOST_QUOTA_BYTES))
        .filter(quota -> quota > 0);
  }

  /** What is told of disks that are nearly full, or will soon be at the rate of the last days. */
  public static Optional<String> nearFull(ClusterState clusterState) {
    Optional<Long> rate = DatabaseGrowth.bytesPerDay(clusterState.view());
    List<String> full =
        rows(clusterState).stream()
            .flatMap(
                row ->
                    nearFull(row)
                        ? Stream.of(words(row))
                        : rate.flatMap(growth -> forecast(row, growth)).stream())
            .toList();
    List<String> waiting = JoinRoom.waiting(clusterState);
    Optional<String> voters = full.isEmpty() ? Optional.empty() : Optional.of(words(full));
    return Stream.concat(voters.stream(), waiting.stream())
        .reduce((one, other) -> one + "; " + other);
  }

  private static String words(List<String> full) {
    return String.join(", ", full)
        + ". A member whose disk is full ends, and is started again in vain until there is room; a"
        + " defragmentation needs as much as is in use. Remove what is not etcd's, or give the"
        + " volume more";
  }

  /** Less than a tenth, or less than a copy of the database needs. */
  private static boolean nearFull(Heartbeat row) {
    NodeSpace space = row.report().space().orElseThrow();
    return space.diskBytes() > 0
        && (space.freeBytes() < space.diskBytes() / 100 * NEAR_FULL_PERCENT
            || space.freeBytes() < size(row));
  }

  /**
   * The database takes the room, and a copy of it, which a defragmentation needs, as much again.
   */
  private static Optional<String> forecast(Heartbeat row, long bytesPerDay) {
    return DatabaseGrowth.lasts(free(row) - size(row), 2 * bytesPerDay)
        .map(
            lasts ->
                "%s and grows by %s a day: at this rate there is no room for a copy of it in %s"
                    .formatted(
                        words(row), ByteSize.rounded(bytesPerDay), DatabaseGrowth.words(lasts)));
  }

  private static String words(Heartbeat row) {
    NodeSpace space = row.report().space().orElseThrow();
    return "the disk of %s has %s free of %s, its database has %s"
        .formatted(
            row.instance(),
            ByteSize.rounded(space.freeBytes()),
            ByteSize.rounded(space.diskBytes()),
            ByteSize.rounded(size(row)));
  }

  private static List<Heartbeat> rows(ClusterState clusterState) {
    return clusterState.quorum().healthyVoters().stream()
        .map(ObservedNode::heartbeat)
        .filter(row -> row.report().space().isPresent())
        .toList();
  }

  private static long free(Heartbeat row) {
    return row.report().space().orElseThrow().freeBytes();
  }

  private static long size(Heartbeat row) {
    return row.status().map(status -> status.dbSizeBytes()).orElse(0L);
  }
}
