package io.quorate.agent.run;

import java.util.HashMap;
import java.util.Map;

/** Counts by what is counted. */
final class CountsByName<K> {
  private final Map<K, Long> counts = new HashMap<>();

  synchronized void add(K what) {
    counts.merge(what, 1L, Long::sum);
  }

  synchronized Map<K, Long> copy() {
    return Map.copyOf(counts);
  }
}
