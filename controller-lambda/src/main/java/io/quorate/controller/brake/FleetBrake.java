package io.quorate.controller.brake;

import io.quorate.controller.view.FleetView;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts for the fleet brake (architecture §4: clusters that "turn unhealthy in one window"); the
 * planner applies it.
 *
 * <ol>
 *   <li>Only a cluster that is still unhealthy counts, from when it turned so, for {@link #HELD} at
 *       most.
 *   <li>The cluster of this turn counts as turning now when it looks unsteady and its entry does
 *       not say so yet.
 *   <li>What is told is the most of them that turned within one {@link #WINDOW}, whenever that was:
 *       an ill observer does not recover by time passing, and clusters that broke one a day do not
 *       make it suspect.
 * </ol>
 *
 * <p>The bound is for liveness (I9): the brake also stops the removal of members that EC2 shows
 * terminated, so clusters that really lost nodes together could otherwise never heal.
 */
public final class FleetBrake {
  /** How close together clusters must have turned unhealthy to make the observer suspect. */
  public static final Duration WINDOW = Duration.ofMinutes(5);

  /** For how long a cluster that stays unhealthy counts. */
  public static final Duration HELD = Duration.ofHours(1);

  private FleetBrake() {}

  /** What the fleet looks like from one cluster's turn. */
  public static FleetView.Observed observed(
      Collection<FleetEntry> entries, ClusterName self, boolean selfUnsteady, Instant now) {
    Map<ClusterName, Instant> turned = new HashMap<>();
    long listed = entries.stream().map(FleetEntry::name).distinct().count();
    boolean selfListed = entries.stream().anyMatch(entry -> entry.name().equals(self));
    for (FleetEntry entry : entries) {
      if (!entry.healthy() && entry.since().isAfter(now.minus(HELD))) {
        turned.put(entry.name(), entry.since());
      } else if (entry.healthy() && selfUnsteady && entry.name().equals(self)) {
        turned.put(self, now);
      }
    }
    if (selfUnsteady && !selfListed) {
      turned.put(self, now);
    }
    return new FleetView.Observed(
        (int) listed + (selfListed ? 0 : 1), mostInOneWindow(turned.values()));
  }

  private static int mostInOneWindow(Collection<Instant> turned) {
    List<Instant> inOrder = turned.stream().sorted().toList();
    Deque<Instant> window = new ArrayDeque<>();
    int most = 0;
    for (Instant at : inOrder) {
      window.addLast(at);
      while (!window.getFirst().plus(WINDOW).isAfter(at)) {
        window.removeFirst();
      }
      most = Math.max(most, window.size());
    }
    return most;
  }
}
