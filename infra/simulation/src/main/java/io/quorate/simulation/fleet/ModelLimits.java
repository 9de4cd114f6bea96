package io.quorate.simulation.fleet;

import java.util.HashMap;
import java.util.Map;

/**
 * What AWS lets pass of each kind of request in a second, and what waits: a request that is
 * throttled is made again in a later second, as the SDK does, and each throttle is counted.
 *
 * <ol>
 *   <li>A partition of a table gives 3,000 read units and 1,000 write units a second.
 *   <li>EC2 and Auto Scaling give each account and region so many calls a second; EC2's documented
 *       rate for DescribeInstances by filter is 20, with a burst of 100. Auto Scaling documents
 *       none: the same is taken.
 * </ol>
 */
final class ModelLimits {
  private static final double READ_UNITS = 3_000;
  private static final double WRITE_UNITS = 1_000;
  private static final double CALLS = 20;
  private static final int BURST = 100;

  private final ModelTime time;
  private final Map<String, Map<Long, Double>> used = new HashMap<>();
  private final Map<String, Integer> bursts = new HashMap<>();
  private long requests;
  private long calls;
  private long throttles;

  ModelLimits(ModelTime time) {
    this.time = time;
  }

  long requests() {
    return requests;
  }

  long calls() {
    return calls;
  }

  long throttles() {
    return throttles;
  }

  /** Counts from nothing; what of a second is used up stays so. */
  void count() {
    requests = 0;
    calls = 0;
    throttles = 0;
  }

  /** A request to the store; what it takes of which partition is taken before. */
  void request(long millis) {
    requests++;
    time.passes(millis);
  }

  void read(String partition, double units) {
    take("read " + partition, units, READ_UNITS);
  }

  void write(String partition, double units) {
    take("write " + partition, units, WRITE_UNITS);
  }

  /** A call to EC2 or Auto Scaling. */
  void call(String api, long millis) {
    calls++;
    long minute = time.millis() / 60_000;
    if (bursts.merge(api + minute, 1, Integer::sum) > BURST) {
      take(api, 1, CALLS);
    }
    time.passes(millis);
  }

  /** A request of more than a second gives is spread over several. */
  private void take(String what, double units, double perSecond) {
    Map<Long, Double> seconds = used.computeIfAbsent(what, any -> new HashMap<>());
    double left = units;
    boolean waited = false;
    while (left > 0) {
      long second = time.millis() / 1000;
      double before = seconds.getOrDefault(second, 0.0);
      double now = Math.min(left, perSecond - before);
      if (now > 0) {
        seconds.put(second, before + now);
        left -= now;
      }
      if (left > 0) {
        throttles += waited ? 0 : 1;
        waited = true;
        time.set((second + 1) * 1000);
      }
    }
  }

  /** Forgets seconds that are over. */
  void forgetBefore(long millis) {
    used.values().forEach(seconds -> seconds.keySet().removeIf(second -> second < millis / 1000));
    used.values().removeIf(Map::isEmpty);
  }
}
