package io.quorate.controller.breaker;

import io.quorate.controller.view.FleetView;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the clusters that turned unhealthy within one window. {@code FleetBreakerPolicy} compares
 * the count with the size of the fleet.
 *
 * <ol>
 *   <li>Only a cluster that is still unhealthy counts, from when it turned so, for {@link #HELD} at
 *       most.
 *   <li>The cluster of this turn counts as turning now when it looks unsteady and its entry does
 *       not say so yet.
 *   <li>What is told is the most of them that turned within one {@link #WINDOW}, whenever that was:
 *       an observer that fails does not recover with time, and clusters that fail one a day do not
 *       point to it.
 * </ol>
 *
 * <p>The bound is for liveness (I9): the breaker also stops the removal of members that EC2 shows
 * terminated, so clusters that really lost a zone together could otherwise never heal. See
 * docs/adr/0008.
 */
public final class FleetBreaker {
  /** How close together clusters must have turned unhealthy to make the observer suspect. */
  public static final Duration WINDOW = Duration.ofMinutes(5);

  /** For how long a cluster that stays unhealthy counts, and so how long the breaker may last. */
  public static final Duration HELD = Duration.ofMinutes(15);

  private FleetBreaker() {}

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
    return observed((int) listed + (selfListed ? 0 : 1), turned, now);
  }

  /**
   * The same by the shards of a large fleet, from the turn of a cluster that looks unsteady.
   *
   * @param clusters how many there are
   * @param unhealthy those that are unhealthy, and since when
   * @param own the cluster's own line, if it has one
   */
  public static FleetView.Observed observed(
      int clusters,
      Map<ClusterName, Instant> unhealthy,
      Optional<FleetEntry> own,
      ClusterName self,
      Instant now) {
    Map<ClusterName, Instant> turned = new HashMap<>(unhealthy);
    turned.values().removeIf(since -> !since.isAfter(now.minus(HELD)));
    if (own.map(FleetEntry::healthy).orElse(true)) {
      turned.put(self, now);
    }
    return observed(clusters + (own.isPresent() ? 0 : 1), turned, now);
  }

  private static FleetView.Observed observed(
      int clusters, Map<ClusterName, Instant> turned, Instant now) {
    List<Map.Entry<ClusterName, Instant>> most = mostInOneWindow(turned);
    Instant until = most.isEmpty() ? now : most.getLast().getValue().plus(HELD);
    return new FleetView.Observed(
        clusters, most.stream().map(Map.Entry::getKey).sorted().toList(), until);
  }

  /** In the order in which they turned; each is looked at twice, however many there are. */
  private static List<Map.Entry<ClusterName, Instant>> mostInOneWindow(
      Map<ClusterName, Instant> turned) {
    List<Map.Entry<ClusterName, Instant>> all =
        turned.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList();
    int first = 0;
    int mostFirst = 0;
    int mostEnd = 0;
    for (int end = 1; end <= all.size(); end++) {
      Instant last = all.get(end - 1).getValue();
      while (!all.get(first).getValue().plus(WINDOW).isAfter(last)) {
        first++;
      }
      // Of equal windows the latest: it keeps the breaker on longest.
      if (end - first >= mostEnd - mostFirst) {
        mostFirst = first;
        mostEnd = end;
      }
    }
    return all.subList(mostFirst, mostEnd);
  }
}
