package io.quorate.controller.plan;

import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.FleetView.NotObserved;
import io.quorate.controller.view.FleetView.Observed;

/**
 * The fleet brake: when over a fifth of the clusters, and at least three, turned unhealthy in one
 * window, it is likelier that the observer is broken than that they are.
 */
final class Brake {
  private static final int AT_LEAST = 3;
  private static final int ONE_IN = 5;

  private Brake() {}

  /** Whether nothing destructive may be decided; a fleet that nobody looked at brakes too. */
  static boolean on(FleetView fleet) {
    return switch (fleet) {
      case NotObserved nobody -> true;
      case Observed seen ->
          seen.recentlyUnhealthy() >= AT_LEAST
              && seen.recentlyUnhealthy() * ONE_IN > seen.clusters();
    };
  }
}
