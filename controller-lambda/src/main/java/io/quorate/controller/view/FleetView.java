package io.quorate.controller.view;

/** How the clusters that share this controller fare. */
public sealed interface FleetView {
  /**
   * The fleet was looked at.
   *
   * @param clusters how many there are
   * @param recentlyUnhealthy the most that turned unhealthy within one window and still are, this
   *     one included
   */
  record Observed(int clusters, int recentlyUnhealthy) implements FleetView {}

  /** Nobody looked, for nothing seemed wrong: nothing destructive may be decided. */
  record NotObserved() implements FleetView {}
}
