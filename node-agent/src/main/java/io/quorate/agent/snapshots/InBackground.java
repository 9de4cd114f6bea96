package io.quorate.agent.snapshots;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Looks something up on a thread of its own, while its owner goes on. */
final class BackgroundLookup<T> implements AutoCloseable {
  private final ExecutorService thread;
  private final Future<T> answer;

  /** Begins to look it up. */
  BackgroundLookup(String name, Supplier<T> lookup) {
    thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).daemon().factory());
    answer = thread.submit(lookup::get);
  }

  /** The answer; waits for it, and throws what the lookup threw. */
  T await() throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("the lookup failed", e);
    }
  }

  /** Interrupts a lookup that is under way, and waits for its end. */
  @Override
  public void close() {
    thread.shutdownNow();
    thread.close();
  }
}
