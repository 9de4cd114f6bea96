package io.quorate.simulation.faults;

import java.util.Map;

/** How long a controller's turns take under some knobs. */
final class TurnTime {
  private static final long MANY = 60;
  private static final long MOST_MILLIS = 200_000;
  private static final long REQUESTS = 10;
  private static final long TIMEOUT_MILLIS = 5_000;

  private TurnTime() {}

  /** About how long so many turns take that a run counts as a schedule. */
  static long ofMany(Map<Knob, Integer> knobs) {
    return Math.min(MOST_MILLIS, MANY * ofOne(knobs));
  }

  /** With its requests that get lost, and those turns that fail of it. */
  private static long ofOne(Map<Knob, Integer> knobs) {
    long lost = of(knobs, Knob.STORE_LOST) + of(knobs, Knob.STORE_UNANSWERED);
    long failed = lost + of(knobs, Knob.STORE_THROTTLED) + of(knobs, Knob.CLOUD_LOST);
    long millis =
        300
            + REQUESTS * of(knobs, Knob.STORE_MILLIS)
            + 3L * of(knobs, Knob.CLOUD_MILLIS)
            + REQUESTS * lost * TIMEOUT_MILLIS / 1_000;
    return millis * 1_000 / Math.max(250, 1_000 - failed * REQUESTS / 2);
  }

  private static long of(Map<Knob, Integer> knobs, Knob knob) {
    return knobs.getOrDefault(knob, knob.calm());
  }
}
