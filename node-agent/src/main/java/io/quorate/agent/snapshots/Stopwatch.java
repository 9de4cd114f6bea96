package io.quorate.agent.snapshots;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How long each part of a task took, for people. */
final class Stopwatch {
  private final List<String> laps = new ArrayList<>();
  private long since = System.nanoTime();

  /** Ends a part; how long it took, in milliseconds. */
  long lap(String what) {
    long now = System.nanoTime();
    long millis = TimeUnit.NANOSECONDS.toMillis(now - since);
    since = now;
    laps.add(what + " in " + millis + " ms");
    return millis;
  }

  /** All parts so far. */
  String laps() {
    return String.join(", ", laps);
  }
}
