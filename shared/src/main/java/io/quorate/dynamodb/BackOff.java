package io.quorate.dynamodb;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How long to leave DynamoDB alone before the same is asked again. */
final class BackOff {
  private static final long FIRST_MILLIS = 20;
  private static final int DOUBLINGS = 4;

  private BackOff() {}

  /** Waits: longer after each attempt, up to a third of a second, and never in step with others. */
  static void pause(int attempt) {
    long most = most(attempt);
    long millis = ThreadLocalRandom.current().nextLong(most / 2, most);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  static long most(int attempt) {
    return FIRST_MILLIS << Math.min(attempt, DOUBLINGS);
  }
}
