package io.quorate.localcloud.autoscaling;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The sentences that AWS explains scaling activities with. */
final class Cause {
  private Cause() {}

  static String tooFew(Instant now, int have, int desired) {
    return "At %s an instance was started in response to a difference between desired and actual capacity, increasing the capacity from %d to %d."
        .formatted(seconds(now), have, desired);
  }

  static String tooMany(Instant now, int have, int desired) {
    return "At %s an instance was taken out of service in response to a difference between desired and actual capacity, shrinking the capacity from %d to %d."
        .formatted(seconds(now), have, desired);
  }

  static String unhealthy(Instant now) {
    return "At %s an instance was taken out of service in response to an EC2 health check indicating it has been terminated or stopped."
        .formatted(seconds(now));
  }

  static String abandoned(Instant now, String hook) {
    return "At %s an instance was taken out of service because lifecycle hook %s was abandoned."
        .formatted(seconds(now), hook);
  }

  static String requested(Instant now) {
    return "At %s instance was taken out of service in response to a user request."
        .formatted(seconds(now));
  }

  static String deleted(Instant now) {
    return "At %s a user request deleted the group and took its instances out of service."
        .formatted(seconds(now));
  }

  static String uneven(Instant now) {
    return "At %s invalid availability zones or subnets, or an imbalance between zones, was found: an instance was started to rebalance."
        .formatted(seconds(now));
  }

  private static String seconds(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
