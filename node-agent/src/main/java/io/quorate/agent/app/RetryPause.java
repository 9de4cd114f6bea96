package io.quorate.agent.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The wait between two tries, so that a test needs none. */
@FunctionalInterface
interface RetryPause {
  /** Waits, unless interrupted. */
  void take() throws InterruptedException;

  /** One of this length, for nothing there is tells when the next try will succeed. */
  static RetryPause of(Duration length) {
    CountDownLatch never = new CountDownLatch(1);
    return () -> {
      boolean unused = never.await(length.toMillis(), TimeUnit.MILLISECONDS);
    };
  }
}
