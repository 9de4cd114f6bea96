package io.quorate.controller.plan.lifecycle;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.state.Pause;
import java.util.List;
import java.util.stream.Collectors;

/** What keeps changes from beginning, in words. */
public final class Pauses {
  private Pauses() {}

  /** Since when, by whom and why. */
  public static String words(ClusterState clusterState) {
    return of(clusterState).stream().map(Pause::words).collect(Collectors.joining("; and "));
  }

  /** How an operator ends it. */
  public static String end(ClusterState clusterState) {
    return of(clusterState).stream()
        .map(
            pause ->
                pause.reason().equals(Pause.OF_SPEC)
                    ? "apply the spec with paused: false"
                    : "quorate unpause " + clusterState.view().cluster())
        .distinct()
        .collect(Collectors.joining(" and "));
  }

  private static List<Pause> of(ClusterState clusterState) {
    return clusterState.view().records().pauses();
  }
}
