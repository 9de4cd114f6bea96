package io.quorate.agent.snapshots;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Between two looks of a program that awaits something until a deadline. */
final class Pause {
  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private Pause() {}

  /**
   * A tenth of a second.
   *
   * @throws InterruptedException the task is over: its deadline, or a cancel
   */
  static void brief() throws InterruptedException {
    LockSupport.parkNanos(NANOS);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
