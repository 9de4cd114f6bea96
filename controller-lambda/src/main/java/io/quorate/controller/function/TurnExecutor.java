package io.quorate.controller.function;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.MDC;

/**
 * Does one task for each item, a few side by side, for a bounded time: an item that hangs holds one
 * lane up, never the others. What has not ended by then is interrupted and left behind.
 */
public class TurnExecutor {
  private final int count;

  /** So many at once. */
  public TurnExecutor(int count) {
    this.count = count;
  }

  /**
   * Begins the tasks in the order of the items.
   *
   * @return what the tasks returned that ended in time
   */
  public <T> Map<T, Boolean> run(Collection<T> items, Predicate<T> task, Duration longest) {
    Map<T, Boolean> inTime = new HashMap<>();
    if (items.isEmpty()) {
      return inTime;
    }
    List<T> inOrder = List.copyOf(items);
    List<Callable<Boolean>> tasks = new ArrayList<>();
    Optional<Map<String, String>> invocation = Optional.ofNullable(MDC.getCopyOfContextMap());
    inOrder.forEach(
        item ->
            tasks.add(
                () -> {
                  invocation.ifPresent(MDC::setContextMap); // Each line names the request.
                  return task.test(item);
                }));
    ExecutorService lanes =
        Executors.newFixedThreadPool(
            Math.min(count, inOrder.size()),
            Thread.ofPlatform().daemon().name("turn-", 0).factory());
    try {
      // Rounded up: a lane that is interrupted takes the next task, which must find no time left.
      List<Future<Boolean>> ended =
          lanes.invokeAll(tasks, Math.max(0, longest.toMillis() + 1), TimeUnit.MILLISECONDS);
      for (int n = 0; n < ended.size(); n++) {
        if (ended.get(n).state() == Future.State.SUCCESS) {
          inTime.put(inOrder.get(n), ended.get(n).resultNow());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lanes.shutdownNow();
    }
    return inTime;
  }
}
