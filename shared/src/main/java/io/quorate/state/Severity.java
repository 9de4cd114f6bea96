package io.quorate.state;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** How soon an operator has to look at a condition. */
public enum Severity {
  /** Quorate handles it, or it is for information: nobody needs to act. */
  NOTE(1),
  /** An operator has to act within a working day. */
  TICKET(2),
  /**
   * The cluster does not serve, or data, healing or access is at risk: an operator has to act now.
   */
  PAGE(3);

  private final int attention;

  Severity(int attention) {
    this.attention = attention;
  }

  /** The value of the metric {@code Attention}: 1 for a note, 2 for a ticket, 3 for a page. */
  public int attention() {
    return attention;
  }

  /** The highest severity of these conditions; empty without conditions. */
  public static Optional<Severity> highest(Collection<Condition> conditions) {
    return conditions.stream()
        .map(condition -> condition.type().severity())
        .max(Comparator.naturalOrder());
  }
}
