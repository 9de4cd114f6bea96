package io.quorate.cli.console;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for what another thread reads. */
final class Answers {
  private Answers() {}

  /** The answer, or the failure that took its place, as if it had happened here. */
  static <T> T of(Future<T> answer) {
    try {
      return answer.get();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading", ended);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("reading failed", failed.getCause());
    }
  }
}
