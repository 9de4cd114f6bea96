package io.quorate.localcloud.compute;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions, with a deadline far beyond what they need. */
public final class Eventually {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private Eventually() {}

  public static void until(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within " + DEADLINE + ": " + what);
      }
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
  }
}
