package io.quorate.localcloud.events;

import java.time.Duration;

/**
 * What goes wrong with events on their way.
 *
 * @param loss share of events that never arrive, 0 to 1
 * @param duplication share that arrives twice, 0 to 1
 * @param reordering share that is overtaken by the next ones, 0 to 1
 * @param delay how late each arrives
 */
public record EventFaults(double loss, double duplication, double reordering, Duration delay) {
  /** Every event once, in order, at once. */
  public static final EventFaults NONE = new EventFaults(0, 0, 0, Duration.ZERO);

  /** How long an overtaken event is held back on top of the delay. */
  static final Duration OVERTAKEN_BY = Duration.ofMillis(500);
}
