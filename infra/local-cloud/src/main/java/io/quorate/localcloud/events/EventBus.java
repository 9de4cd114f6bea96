package io.quorate.localcloud.events;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers events to the rules that match them, on a thread of its own, with injected faults. */
public final class EventBus implements EventSink, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventBus.class);

  private record Rule(EventPattern pattern, EventSink target) {}

  private volatile EventFaults faults = EventFaults.NONE;
  private final List<Rule> rules = new CopyOnWriteArrayList<>();
  private final RandomGenerator random;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("event-bus").factory());

  /** A bus whose faults fall by this source of randomness. */
  public EventBus(RandomGenerator random) {
    this.random = random;
  }

  /** Sends matching events to a target; one that throws is logged and misses the event. */
  public void rule(EventPattern pattern, EventSink target) {
    rules.add(new Rule(pattern, target));
  }

  /** Sets what goes wrong from now on. */
  public void faults(EventFaults now) {
    faults = now;
  }

  @Override
  public void accept(CloudEvent event) {
    EventFaults now = faults;
    if (random.nextDouble() < now.loss()) {
      LOG.info("event={} type=\"{}\" fault=lost", event.id(), event.detailType());
      return;
    }
    boolean overtaken = random.nextDouble() < now.reordering();
    send(event, overtaken ? now.delay().plus(EventFaults.OVERTAKEN_BY) : now.delay());
    if (random.nextDouble() < now.duplication()) {
      send(event, now.delay());
    }
  }

  private void send(CloudEvent event, Duration delay) {
    try {
      var unused = thread.schedule(() -> deliver(event), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("event={} dropped=bus-closed", event.id());
    }
  }

  private void deliver(CloudEvent event) {
    for (Rule rule : rules) {
      if (rule.pattern().matches(event.asMap())) {
        try {
          rule.target().accept(event);
        } catch (RuntimeException e) {
          LOG.warn("event={} type=\"{}\" undelivered=true", event.id(), event.detailType(), e);
        }
      }
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
