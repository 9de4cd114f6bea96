package io.quorate.agent.snapshots;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Asks something on a thread of its own, beside what its owner does meanwhile. */
final class Beside<T> implements AutoCloseable {
  private final ExecutorService thread;
  private final Future<T> answer;

  /** Begins to ask. */
  Beside(String name, Supplier<T> question) {
    thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).daemon().factory());
    answer = thread.submit(question::get);
  }

  /** The answer; waits for it, and throws what the question threw. */
  T await() throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("asked beside", e);
    }
  }

  /** Ends what is under way, and waits for that. */
  @Override
  public void close() {
    thread.shutdownNow();
    thread.close();
  }
}
