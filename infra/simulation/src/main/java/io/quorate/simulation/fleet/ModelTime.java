package io.quorate.simulation.fleet;

import io.quorate.controller.function.TurnExecutor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The time of modelled services: each lane of an invocation has a clock of its own, which what is
 * asked of the services sets on, and what the turn takes of the processor that the lanes share. One
 * thread carries all of them.
 */
final class ModelTime extends TurnExecutor implements InstantSource {
  private static final int LANES = 4;

  /** What a turn takes of the third of a processor that 512 MiB of memory come with. */
  private static final long PROCESSOR_MILLIS = 20;

  private long now;

  ModelTime(Instant begin) {
    super(LANES);
    this.now = begin.toEpochMilli();
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(now);
  }

  @Override
  public long millis() {
    return now;
  }

  void set(long millis) {
    now = millis;
  }

  void passes(long millis) {
    now += millis;
  }

  @Override
  public <T> Map<T, Boolean> run(Collection<T> items, Predicate<T> task, Duration longest) {
    long begin = now;
    long end = begin + longest.toMillis();
    long[] lanes = new long[LANES];
    Arrays.fill(lanes, begin);
    Map<T, Boolean> ended = new HashMap<>();
    long processor = begin;
    for (T item : items) {
      int lane = first(lanes);
      now = Math.max(lanes[lane], processor) + PROCESSOR_MILLIS;
      processor = now;
      boolean enough = task.test(item);
      lanes[lane] = now;
      if (now <= end) {
        ended.put(item, enough);
      }
    }
    now = Math.min(end, Arrays.stream(lanes).max().orElse(begin));
    return ended;
  }

  private static int first(long[] lanes) {
    int first = 0;
    for (int lane = 1; lane < lanes.length; lane++) {
      first = lanes[lane] < lanes[first] ? lane : first;
    }
    return first;
  }
}
