package io.quorate.benchmark;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A cluster at rest: etcd refuses every change of members ("unhealthy cluster") until all its
 * voters have been connected for five seconds, and shows nowhere for how long they have been. Who
 * breaks a member that has just come back measures that pause, of etcd's own, and nothing else.
 */
public final class AtRest {
  /** HealthInterval in etcd's server, and a second. */
  private static final Duration CONNECTED = Duration.ofSeconds(6);

  private AtRest() {}

  /** Waits until voters that all serve now have been connected long enough. */
  public static void await() {
    pass(CONNECTED);
  }

  /** Lets this time pass. */
  static void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }
}
