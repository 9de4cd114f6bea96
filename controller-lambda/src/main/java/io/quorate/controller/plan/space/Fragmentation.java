package io.quorate.controller.plan.space;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.spec.ByteSize;
import io.quorate.spec.DayWindow;
import io.quorate.spec.MaintenanceSettings;
import io.quorate.state.MemberStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which voter's database has so many free pages that {@code maintenance.defragment} has them given
 * back: followers first, at most one an hour each, in the window, while every voter serves.
 */
public final class Fragmentation {
  private static final Duration AGAIN = Duration.ofHours(1);
  private static final int PERCENT = 100;

  private Fragmentation() {}

  /** The next one, where it may be told now. */
  public static Optional<ObservedNode> due(ClusterState clusterState) {
    return inWindow(clusterState)
        ? fragmented(clusterState).stream()
            .findFirst()
            .filter(node -> DefragmentGate.inTheWay(clusterState, node, true).isEmpty())
        : Optional.empty();
  }

  /** What is told of those that are fragmented: when they are defragmented, or why not. */
  public static Optional<String> condition(ClusterState clusterState) {
    List<ObservedNode> fragmented = fragmented(clusterState);
    if (fragmented.isEmpty()) {
      return Optional.empty();
    }
    ObservedNode first = fragmented.getFirst();
    MemberStatus status = ClusterState.statusOf(first);
    return Optional.of(
        "the database of %s has %s, and %s of them are free pages%s: %s"
            .formatted(
                first.heartbeat().instance(),
                ByteSize.rounded(status.dbSizeBytes()),
                ByteSize.rounded(free(status)),
                fragmented.size() > 1 ? "; so have " + (fragmented.size() - 1) + " others" : "",
                next(clusterState, first)));
  }

  private static String next(ClusterState clusterState, ObservedNode first) {
    Optional<DayWindow> window = settings(clusterState).window();
    if (!inWindow(clusterState)) {
      return "they are given back to the disk in the window " + window.orElseThrow() + " UTC";
    }
    return DefragmentGate.inTheWay(clusterState, first, true)
        .map(why -> "they are not given back yet: " + why)
        .orElse("they are given back to the disk, one member after the other");
  }

  private static List<ObservedNode> fragmented(ClusterState clusterState) {
    MaintenanceSettings settings = settings(clusterState);
    return settings
        .above()
        .map(
            above ->
                DefragmentGate.voters(clusterState).stream()
                    .filter(clusterState.health()::serving)
                    .filter(node -> !lately(clusterState, node))
                    .filter(node -> fragmented(node, above, settings.atLeast()))
                    .toList())
        .orElse(List.of());
  }

  private static boolean fragmented(ObservedNode node, int above, ByteSize atLeast) {
    MemberStatus status = ClusterState.statusOf(node);
    return free(status) >= atLeast.bytes() && free(status) > status.dbSizeBytes() / PERCENT * above;
  }

  private static long free(MemberStatus status) {
    return status.dbSizeBytes() - status.dbInUseBytes();
  }

  /** A database that is fragmented again at once would be defragmented for ever. */
  private static boolean lately(ClusterState clusterState, ObservedNode node) {
    Instant from = clusterState.view().observedAt().minus(AGAIN);
    return clusterState
        .status()
        .tasks()
        .space()
        .since(from, node.heartbeat().instance())
        .isPresent();
  }

  private static boolean inWindow(ClusterState clusterState) {
    return settings(clusterState)
        .window()
        .map(window -> window.holds(clusterState.view().observedAt()))
        .orElse(true);
  }

  private static MaintenanceSettings settings(ClusterState clusterState) {
    return clusterState.view().spec().maintenance();
  }
}
