package io.quorate.localcloud.lambda;

import io.quorate.localcloud.events.CloudEvent;
import io.quorate.localcloud.events.EventOrigin;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A rule {@code rate(…)}: invokes a function with a Scheduled Event, again and again. */
public final class Schedule implements AutoCloseable {
  private final LambdaHost host;
  private final AsyncInvoker invoker;
  private final EventOrigin origin;
  private final String rule;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("schedule").factory());

  /** Starts the rule; the first event comes after one interval. */
  public Schedule(
      LambdaHost host, AsyncInvoker invoker, EventOrigin origin, String rule, Duration every) {
    this.host = host;
    this.invoker = invoker;
    this.origin = origin;
    this.rule = rule;
    long millis = every.toMillis();
    var unused = timer.scheduleAtFixedRate(this::fire, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Invokes at once, besides the schedule. */
  public void fire() {
    String json = event(origin, rule).toJson();
    invoker.invoke(host, json.getBytes(StandardCharsets.UTF_8));
  }

  static CloudEvent event(EventOrigin origin, String rule) {
    return new CloudEvent(
        origin.ids().get(),
        "Scheduled Event",
        "aws.events",
        origin.account(),
        origin.clock().instant(),
        origin.region(),
        List.of("arn:aws:events:%s:%s:rule/%s".formatted(origin.region(), origin.account(), rule)),
        Map.of());
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
