package io.quorate.simulation.fleet;

import java.util.HashMap;
import java.util.Map;

/**
 * What AWS lets pass of each kind of request in a second, and what waits: a request that is
 * throttled is made again in a later second, as the SDK does, and each throttle is counted.
 *
 * <ol>
 *   <li>A partition of a table gives 3,000 read units and 1,000 write units a second.
 *   <li>EC2 and Auto Scaling each have a bucket of tokens for an account and region; EC2's
 *       documented one for DescribeInstances by filter holds 100 and gets 20 a second. Auto Scaling
 *       documents none: one such bucket is taken for all its calls together.
 * </ol>
 */
final class ModelLimits {
  private static final double READ_UNITS = 3_000;
  private static final double WRITE_UNITS = 1_000;
  private static final int CALLS = 20;
  private static final int BURST = 100;
  private static final int ATTEMPTS = 3;
  private static final long BACKOFF_MILLIS = 500;

  /** Buckets are kept for so long. */
  private static final long KEPT_SECONDS = 120;

  /** Who limits its calls, each by a bucket of its own. */
  enum Service {
    EC2,
    AUTO_SCALING
  }

  private final ModelTime time;
  private final Map<String, Map<Long, Double>> used = new HashMap<>();
  private final ModelBucket ec2 = new ModelBucket(BURST, CALLS);
  private final ModelBucket autoScaling = new ModelBucket(BURST, CALLS);
  private long requests;
  private long calls;
  private long throttles;
  private long asideUnanswered;

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

  /**
   * A call to a service; one that is throttled is made again, up to three times in all, as the SDK
   * does.
   *
   * @return whether it was answered
   */
  boolean call(Service service, long millis) {
    ModelBucket bucket = service == Service.EC2 ? ec2 : autoScaling;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      calls++;
      time.passes(millis);
      if (bucket.take(time.millis() / 1000)) {
        return true;
      }
      throttles++;
      time.passes(BACKOFF_MILLIS << attempt);
    }
    return false;
  }

  /** A call on whose answer nothing depends here. */
  void aside(Service service, long millis) {
    boolean answered = call(service, millis);
    asideUnanswered += answered ? 0 : 1;
  }

  /** How many of those were not answered. */
  long asideUnanswered() {
    return asideUnanswered;
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
    ec2.forgetBefore(millis / 1000 - KEPT_SECONDS);
    autoScaling.forgetBefore(millis / 1000 - KEPT_SECONDS);
  }
}
