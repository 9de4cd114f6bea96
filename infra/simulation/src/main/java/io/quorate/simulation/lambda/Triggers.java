package io.quorate.simulation.lambda;

import io.quorate.controller.events.Hint;
import io.quorate.controller.events.Trigger;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * What invokes the function, at least once, late, in any order, and sometimes not at all: the
 * schedule, the stream of rows that ask for attention, the queue of group events.
 */
public final class Triggers {
  private static final String RANDOM = "triggers";
  private static final long SCHEDULE_MILLIS = 60_000;
  private static final int RETRIES = 3;

  /**
   * How reliable they are, in thousandths.
   *
   * @param lost never delivered
   * @param twice delivered again later
   * @param idle the most milliseconds until the next comes for nothing, as others' duplicates and
   *     foreign events do; 0 while none come
   */
  public record Reliability(int lost, int twice, LongSupplier idle) {}

  private final Scheduler scheduler;
  private final SeededRandom random;
  private final LambdaModel lambda;
  private final Reliability reliability;
  private final BooleanSupplier calm;
  private final List<Trigger.Entry> stream = new ArrayList<>();
  private boolean streaming;
  private long entries;

  /**
   * Invokes this function.
   *
   * @param calm whether they are all reliable now
   */
  public Triggers(
      Scheduler scheduler,
      SeededRandom random,
      LambdaModel lambda,
      Reliability reliability,
      BooleanSupplier calm) {
    this.scheduler = scheduler;
    this.random = random;
    this.lambda = lambda;
    this.reliability = reliability;
    this.calm = calm;
  }

  /** Begins the schedule. */
  public void begin() {
    scheduler.after(random.below(RANDOM, SCHEDULE_MILLIS), this::minute);
    if (reliability.idle().getAsLong() > 0) {
      idle();
    }
  }

  private void idle() {
    if (calm.getAsBoolean()) {
      return;
    }
    lambda.invoke(new Trigger.Schedule(), result -> {});
    scheduler.after(random.below(RANDOM, reliability.idle().getAsLong()), this::idle);
  }

  private boolean chance(int perMille) {
    return !calm.getAsBoolean() && random.perMille(RANDOM, perMille);
  }

  private void minute() {
    if (!chance(reliability.lost())) {
      lambda.invoke(new Trigger.Schedule(), result -> {});
    }
    scheduler.after(SCHEDULE_MILLIS, this::minute);
  }

  /** A row of this cluster was written that asks for attention. */
  public void alert(ClusterName cluster) {
    if (chance(reliability.lost())) {
      return;
    }
    stream.add(new Trigger.Entry("s" + entries++, new Hint.Cluster(cluster)));
    if (!streaming) {
      streaming = true;
      scheduler.after(random.between(RANDOM, 100, 1_500), () -> pollStream(RETRIES));
    }
  }

  private void pollStream(int retries) {
    List<Trigger.Entry> batch = List.copyOf(stream.subList(0, Math.min(10, stream.size())));
    lambda.invoke(
        new Trigger.Batch("stream", batch),
        result -> {
          boolean again = result.map(ids -> !ids.isEmpty()).orElse(true);
          if (again && retries > 0) {
            scheduler.after(1_000, () -> pollStream(retries - 1));
            return;
          }
          if (!chance(reliability.twice())) {
            stream.subList(0, batch.size()).clear();
          }
          streaming = !stream.isEmpty();
          if (streaming) {
            scheduler.after(random.between(RANDOM, 50, 500), () -> pollStream(RETRIES));
          }
        });
  }

  /** The group tells of an instance. */
  public void groupEvent(String group, InstanceId instance) {
    if (chance(reliability.lost())) {
      return;
    }
    Hint hint = random.perMille(RANDOM, 500) ? new Hint.Group(group) : new Hint.Instance(instance);
    Trigger.Entry entry = new Trigger.Entry("q" + entries++, hint);
    scheduler.after(random.between(RANDOM, 200, 5_000), () -> queue(entry, RETRIES));
    if (chance(reliability.twice())) {
      scheduler.after(random.between(RANDOM, 200, 120_000), () -> queue(entry, RETRIES));
    }
  }

  private void queue(Trigger.Entry entry, int retries) {
    lambda.invoke(
        new Trigger.Batch("queue", List.of(entry)),
        (Optional<List<String>> result) -> {
          if (result.map(ids -> !ids.isEmpty()).orElse(true) && retries > 0) {
            scheduler.after(30_000, () -> queue(entry, retries - 1));
          }
        });
  }
}
