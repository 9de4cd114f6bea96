package io.quorate.simulation.counterfactual;

import java.util.Comparator;

/** Where a raft log ends: of two, the newer is the one that raft elects. */
public record LogEnd(long term, long index) implements Comparable<LogEnd> {
  /** An empty log's. */
  public static final LogEnd NONE = new LogEnd(0, 0);

  private static final Comparator<LogEnd> ORDER =
      Comparator.comparingLong(LogEnd::term).thenComparingLong(LogEnd::index);

  @Override
  public int compareTo(LogEnd other) {
    return ORDER.compare(this, other);
  }
}
