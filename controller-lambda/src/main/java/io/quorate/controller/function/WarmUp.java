package io.quorate.controller.function;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes each client's first and slowest call while the environment starts, side by side: Lambda
 * gives a starting function all the processor it can have, and a failing member does not wait yet.
 * A call that fails is told and forgotten, for every turn makes its own.
 */
final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
  private static final Duration LONGEST = Duration.ofSeconds(3);

  private final Map<String, Runnable> calls;
  private final Duration longest;

  /** Will make these harmless calls; the names are for the log. */
  WarmUp(Map<String, Runnable> calls) {
    this(calls, LONGEST);
  }

  WarmUp(Map<String, Runnable> calls, Duration longest) {
    this.calls = Map.copyOf(calls);
    this.longest = longest;
  }

  /** Makes them all and waits for them, boundedly. */
  void run() {
    List<Thread> threads = new ArrayList<>();
    calls.forEach(
        (name, call) ->
            threads.add(
                Thread.ofPlatform().daemon().name("warm-" + name).start(() -> make(name, call))));
    long until = System.nanoTime() + longest.toNanos();
    try {
      for (Thread thread : threads) {
        thread.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void make(String name, Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.warn("warmup={} failed=\"{}\"", name, ErrorChain.of(e));
    }
  }
}
