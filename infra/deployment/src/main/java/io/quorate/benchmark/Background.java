package io.quorate.benchmark;

import java.util.concurrent.CountDownLatch;

/** Work that goes on beside what is measured, again and again until it is closed. */
public abstract class Background implements AutoCloseable {
  private final String name;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean closed;

  /** Work of a thread of this name, which {@link #begin} starts. */
  protected Background(String name) {
    this.name = name;
  }

  /** Starts; to be called last by who makes it. */
  protected final void begin() {
    Thread.ofPlatform().name(name).start(this::run);
  }

  private void run() {
    try {
      for (long n = 0; !closed; n++) {
        once(n);
      }
    } finally {
      ended.countDown();
    }
  }

  /** Does it once, for the n-th time from zero, and pauses. */
  protected abstract void once(long n);

  /** Ends what is under way, and waits for that. */
  @Override
  public final void close() {
    closed = true;
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
