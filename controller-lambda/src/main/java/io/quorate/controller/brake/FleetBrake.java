package io.quorate.controller.brake;

import io.quorate.controller.view.FleetView;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/**
 * Counts for the fleet brake (architecture §4); the planner applies it.
 *
 * <ol>
 *   <li>A cluster counts while its entry says unhealthy since less than a window ago.
 *   <li>The cluster of this turn counts also when it looks unsteady now and its entry does not say
 *       so yet.
 * </ol>
 */
public final class FleetBrake {
  /** How close together clusters must have turned unhealthy to make the observer suspect. */
  public static final Duration WINDOW = Duration.ofMinutes(5);

  private FleetBrake() {}

  /** What the fleet looks like from one cluster's turn. */
  public static FleetView.Observed observed(
      Collection<FleetEntry> entries, ClusterName self, boolean selfUnsteady, Instant now) {
    Instant windowStart = now.minus(WINDOW);
    long recently =
        entries.stream()
            .filter(entry -> counts(entry, self, selfUnsteady, windowStart))
            .map(FleetEntry::name)
            .distinct()
            .count();
    boolean listed = entries.stream().anyMatch(entry -> entry.name().equals(self));
    int unlisted = listed ? 0 : 1;
    int clusters = (int) entries.stream().map(FleetEntry::name).distinct().count() + unlisted;
    return new FleetView.Observed(
        clusters, (int) recently + (selfUnsteady && !listed ? unlisted : 0));
  }

  private static boolean counts(
      FleetEntry entry, ClusterName self, boolean selfUnsteady, Instant windowStart) {
    boolean turned = !entry.healthy() && entry.since().isAfter(windowStart);
    boolean turning = entry.healthy() && selfUnsteady && entry.name().equals(self);
    return turned || turning;
  }
}
