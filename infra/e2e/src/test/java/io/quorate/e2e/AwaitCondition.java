package io.quorate.e2e;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions, never for time. */
final class AwaitCondition {
  private static final long LOOK_NANOS = 50_000_000;
  private static final long SELDOM_NANOS = 200_000_000;

  private AwaitCondition() {}

  static void until(String what, Duration within, BooleanSupplier holds) {
    until(what, within, LOOK_NANOS, holds);
  }

  /**
   * The same of what stays once it has come: looked at seldom, for each look reads the tables, and
   * two processors serve the whole cloud.
   */
  static void untilSettled(String what, Duration within, BooleanSupplier holds) {
    until(what, within, SELDOM_NANOS, holds);
  }

  private static void until(String what, Duration within, long everyNanos, BooleanSupplier holds) {
    value(
        what,
        within,
        everyNanos,
        () -> holds.getAsBoolean() ? Optional.of(true) : Optional.empty());
  }

  /** Whether something comes to hold within this time. */
  static boolean within(Duration time, BooleanSupplier holds) {
    long deadline = System.nanoTime() + time.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  /** The first value there is; fails with the last problem seen. */
  static <T> T value(String what, Duration within, Supplier<Optional<T>> find) {
    return value(what, within, LOOK_NANOS, find);
  }

  private static <T> T value(
      String what, Duration within, long everyNanos, Supplier<Optional<T>> find) {
    long deadline = System.nanoTime() + within.toNanos();
    RuntimeException last = null;
    do {
      try {
        Optional<T> found = find.get();
        if (found.isPresent()) {
          return found.get();
        }
        last = null;
      } catch (RuntimeException e) {
        last = e;
      }
      LockSupport.parkNanos(everyNanos);
    } while (System.nanoTime() < deadline);
    throw new AssertionError("not within " + within.toSeconds() + " s: " + what, last);
  }

  /** Fails as soon as something is no longer so, for this long. */
  static void throughout(String what, Duration time, BooleanSupplier holds) {
    long deadline = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < deadline) {
      if (!holds.getAsBoolean()) {
        throw new AssertionError("no longer holds: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
