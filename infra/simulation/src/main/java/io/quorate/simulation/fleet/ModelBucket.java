package io.quorate.simulation.fleet;

import java.util.TreeMap;

/**
 * How AWS throttles calls: a bucket of tokens that fills by so many a second. Calls may come in any
 * order of their times, for invocations that run side by side are modelled one after the other: in
 * no span of seconds more pass than the bucket holds and gets meanwhile.
 */
final class ModelBucket {
  private final int holds;
  private final int perSecond;
  private final TreeMap<Long, Integer> passed = new TreeMap<>();

  ModelBucket(int holds, int perSecond) {
    this.holds = holds;
    this.perSecond = perSecond;
  }

  /** Whether one more call passes in this second. */
  boolean take(long second) {
    passed.merge(second, 1, Integer::sum);
    long lowest = Long.MAX_VALUE;
    long highest = Long.MIN_VALUE;
    long sum = 0;
    for (long at = passed.firstKey(); at <= passed.lastKey(); at++) {
      if (at <= second) {
        lowest = Math.min(lowest, sum);
      }
      sum += passed.getOrDefault(at, 0) - perSecond;
      if (at >= second) {
        highest = Math.max(highest, sum);
      }
    }
    if (highest - lowest <= holds) {
      return true;
    }
    passed.computeIfPresent(second, (at, count) -> count > 1 ? count - 1 : null);
    return false;
  }

  /** Forgets seconds that matter no more. */
  void forgetBefore(long second) {
    passed.headMap(second).clear();
  }
}
