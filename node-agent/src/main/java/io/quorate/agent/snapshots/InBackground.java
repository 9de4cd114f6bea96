package io.quorate.agent.snapshots;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does something on a thread of its own, while its owner goes on. */
final class InBackground<T> implements AutoCloseable {
  private final String name;
  private final ExecutorService thread;
  private final Future<T> result;

  /** Begins to do it. */
  InBackground(String name, Callable<T> work) {
    this.name = name;
    thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).daemon().factory());
    result = thread.submit(work);
  }

  /** What came of it; waits for that, and throws what the work threw. */
  T await() throws IOException, InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case IOException failure -> throw failure;
        case InterruptedException interrupted -> throw interrupted;
        case null, default -> throw new IllegalStateException(name + " failed", e);
      }
    }
  }

  /** Interrupts work that is under way, and waits for its end. */
  @Override
  public void close() {
    thread.shutdownNow();
    thread.close();
  }
}
