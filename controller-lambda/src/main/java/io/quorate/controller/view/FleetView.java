package io.quorate.controller.view;

import io.quorate.model.ClusterName;
import java.time.Instant;
import java.util.List;

/** How the clusters that share this controller fare. */
public sealed interface FleetView {
  /**
   * The fleet was looked at.
   *
   * @param clusters how many there are
   * @param together the most that turned unhealthy within one window and still are, this one
   *     included
   * @param until when all of them have stopped counting, unless more turn; the look itself if none
   */
  record Observed(int clusters, List<ClusterName> together, Instant until) implements FleetView {
    public Observed {
      together = List.copyOf(together);
    }

    /** How many turned unhealthy together. */
    public int recentlyUnhealthy() {
      return together.size();
    }
  }

  /**
   * Rows of the cluster's own nodes cannot be read: nothing destructive may be decided.
   *
   * @param rows what is wrong with each, at least one
   */
  record RowsUnread(List<String> rows) implements FleetView {
    public RowsUnread {
      rows = List.copyOf(rows);
    }

    /** For people. */
    public String why() {
      return "%d nodes' rows cannot be read, the first: %s".formatted(rows.size(), rows.getFirst());
    }
  }

  /**
   * Nobody knows: nothing destructive may be decided.
   *
   * @param why for people
   */
  record NotObserved(String why) implements FleetView {}
}
