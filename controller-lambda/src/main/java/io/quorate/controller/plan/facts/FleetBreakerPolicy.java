package io.quorate.controller.plan.facts;

import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.FleetView.NotObserved;
import io.quorate.controller.view.FleetView.Observed;
import io.quorate.controller.view.FleetView.RowsUnread;
import io.quorate.model.ClusterName;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The fleet breaker: when over a fifth of the clusters, and at least three, turned unhealthy in one
 * window, it is likelier that the observer is broken than that they are.
 */
public final class FleetBreakerPolicy {
  private static final int AT_LEAST = 3;
  private static final int ONE_IN = 5;
  private static final int SHOWN = 10;

  private FleetBreakerPolicy() {}

  /** Whether nothing destructive may be decided; also while the fleet is unknown. */
  public static boolean on(FleetView fleet) {
    return why(fleet).isPresent();
  }

  /** Why nothing destructive may be decided, and until when; empty while it may. */
  public static Optional<String> why(FleetView fleet) {
    return switch (fleet) {
      case NotObserved nobody -> Optional.of(nobody.why());
      case RowsUnread unread -> Optional.of(unread.why());
      case Observed seen ->
          seen.recentlyUnhealthy() >= AT_LEAST
                  && seen.recentlyUnhealthy() * ONE_IN > seen.clusters()
              ? Optional.of(
                  seen.recentlyUnhealthy()
                      + " of "
                      + seen.clusters()
                      + " clusters turned unhealthy together ("
                      + names(seen.together())
                      + "); it ends once fewer of them are, at the latest at "
                      + seen.until().truncatedTo(ChronoUnit.SECONDS))
              : Optional.empty();
    };
  }

  private static String names(List<ClusterName> all) {
    String shown =
        all.stream().limit(SHOWN).map(ClusterName::value).collect(Collectors.joining(", "));
    return all.size() > SHOWN ? shown + " and " + (all.size() - SHOWN) + " more" : shown;
  }
}
