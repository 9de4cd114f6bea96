package io.quorate.benchmark;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Seconds since it was started. */
public final class Stopwatch {
  /** Often enough for the figures, seldom enough to leave the processors to what is measured. */
  private static final long LOOK_NANOS = 10_000_000;

  private final long startedNanos = System.nanoTime();

  /** Seconds until now. */
  public double seconds() {
    return (System.nanoTime() - startedNanos) / 1e9;
  }

  /** Seconds until something holds; a look that fails counts as not yet. */
  public double until(String what, Duration within, BooleanSupplier holds) {
    long deadline = startedNanos + within.toNanos();
    while (System.nanoTime() < deadline) {
      if (look(holds)) {
        return seconds();
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    throw new IllegalStateException("not within " + within.toSeconds() + " s: " + what);
  }

  private static boolean look(BooleanSupplier holds) {
    try {
      return holds.getAsBoolean();
    } catch (java.io.UncheckedIOException | IllegalStateException e) {
      // Not there yet: a refused connection, a member without a leader.
      return false;
    }
  }
}
