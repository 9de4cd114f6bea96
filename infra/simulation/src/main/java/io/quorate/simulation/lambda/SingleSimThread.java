package io.quorate.simulation.lambda;

import io.quorate.controller.function.TurnExecutor;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The turns of one invocation one after the other, on the strand that asks: no thread beside it.
 */
final class SingleSimThread extends TurnExecutor {
  SingleSimThread() {
    super(1);
  }

  @Override
  public <T> Map<T, Boolean> run(Collection<T> items, Predicate<T> task, Duration longest) {
    Map<T, Boolean> results = new LinkedHashMap<>();
    items.forEach(item -> results.put(item, task.test(item)));
    return results;
  }
}
