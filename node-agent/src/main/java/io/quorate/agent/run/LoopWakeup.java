package io.quorate.agent.run;

/** Wakes a loop before its time. */
final class LoopWakeup {
  private boolean rung;

  synchronized void ring() {
    rung = true;
    notifyAll();
  }

  /** Waits until rung, or for this long. */
  synchronized void await(long millis) throws InterruptedException {
    long until = System.nanoTime() + millis * 1_000_000;
    while (!rung) {
      long left = (until - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        break;
      }
      wait(left);
    }
    rung = false;
  }
}
