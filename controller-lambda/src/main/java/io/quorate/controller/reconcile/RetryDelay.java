package io.quorate.controller.reconcile;

import java.time.Duration;

/** The port to waiting, so that simulated time can pass instead. */
public interface RetryDelay {
  /** Returns after about this long. */
  void of(Duration duration);
}
