package io.quorate.benchmark;

import java.time.Duration;

/** Work that goes on beside what is measured, again and again until it is closed. */
abstract class Background implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Thread thread;
  private volatile boolean closed;

  /** Work of a thread of this name, which {@link #begin} starts. */
  Background(String name) {
    thread = Thread.ofPlatform().name(name).unstarted(this::run);
  }

  /** Starts; to be called last by who makes it. */
  final void begin() {
    thread.start();
  }

  private void run() {
    for (long n = 0; !closed; n++) {
      once(n);
    }
  }

  /** Does it once, for the n-th time from zero, and pauses. */
  abstract void once(long n);

  /** Ends what is under way, and waits for that. */
  @Override
  public final void close() {
    closed = true;
    boolean ended = false;
    while (!ended) {
      try {
        ended = thread.join(LOOK);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
