package io.quorate.agent.run;

import java.util.Map;
import java.util.TreeMap;

/** Counts by name. */
final class Counters {
  private final Map<String, Long> counts = new TreeMap<>();

  synchronized void add(String name) {
    counts.merge(name, 1L, Long::sum);
  }

  synchronized Map<String, Long> copy() {
    return Map.copyOf(counts);
  }
}
