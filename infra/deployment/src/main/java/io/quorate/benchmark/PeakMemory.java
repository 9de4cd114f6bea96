package io.quorate.benchmark;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * The highest resident memory of a process while it is watched, by a look each ten milliseconds.
 */
final class PeakMemory implements AutoCloseable {
  private static final long LOOK_NANOS = 10_000_000;

  private final Footprint process;
  private final Thread thread;
  private final double idleMib;
  private volatile double peakMib;
  private volatile boolean closed;

  /** Begins to watch a process. */
  PeakMemory(long pid) throws IOException {
    this.process = Footprint.of(pid);
    this.idleMib = process.residentMib();
    this.peakMib = idleMib;
    this.thread = Thread.ofPlatform().name("peak-" + pid).start(this::run);
  }

  private void run() {
    while (!closed) {
      try {
        peakMib = Math.max(peakMib, process.residentMib());
      } catch (IOException e) {
        throw new IllegalStateException("the watched process ended", e);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** How much the highest so far exceeds the first look, in MiB. */
  double risenMib() {
    return peakMib - idleMib;
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
