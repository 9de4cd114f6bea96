package io.quorate.deployment.quickstart;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for a person. */
final class Keyboard {
  private static final long LOOK_MILLIS = 50;

  private Keyboard() {}

  /** Waits for Enter, or the end of the input; false when interrupted before. */
  static boolean enter(CountDownLatch interrupted) throws IOException, InterruptedException {
    while (!interrupted.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      if (System.in.available() > 0) {
        System.in.skipNBytes(System.in.available());
        return true;
      }
    }
    return false;
  }
}
