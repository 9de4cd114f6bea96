package io.quorate.controller.function;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How many calls about one cluster alone may be made now. An account has some 20 calls a second of
 * EC2 and of Auto Scaling; when a zone fails, thousands of turns want one each.
 */
final class CallBudget {
  /** So many may be made at once, by all invocations, after none were made for a while. */
  private static final double AT_ONCE = 40;

  private static final double LEAST = 3;
  private static final double MILLIS = 1000;

  private final double ofAll;
  private final InstantSource clock;
  private double perSecond;
  private double most;
  private double left;
  private Instant at = Instant.EPOCH;

  /**
   * Those of one invocation.
   *
   * @param ofAll how many all invocations together may make in a second
   */
  CallBudget(double ofAll, InstantSource clock) {
    this.ofAll = ofAll;
    this.clock = clock;
    share(1);
    this.left = most;
  }

  /** So many invocations share what may be made. */
  synchronized void share(int invocations) {
    perSecond = ofAll / invocations;
    most = Math.max(LEAST, AT_ONCE / invocations);
    left = Math.min(left, most);
  }

  /** Takes one, if there is one. */
  synchronized boolean take() {
    Instant now = clock.instant();
    if (now.isAfter(at)) {
      left = Math.min(most, left + perSecond * (Duration.between(at, now).toMillis() / MILLIS));
      at = now;
    }
    if (left < 1) {
      return false;
    }
    left--;
    return true;
  }
}
