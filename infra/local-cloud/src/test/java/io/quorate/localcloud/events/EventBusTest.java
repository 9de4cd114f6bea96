package io.quorate.localcloud.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.compute.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What the bus does to events on their way. */
class EventBusTest {
  private final List<String> seen = new CopyOnWriteArrayList<>();

  private static CloudEvent event(String id) {
    return new InstanceEvents(
            new EventOrigin("000000000000", "us-east-1", () -> Instant.EPOCH, () -> id))
        .stateChange("i-1", "running");
  }

  @Test
  void deliversWhatARuleMatches() throws Exception {
    try (EventBus bus = new EventBus(new Random(1))) {
      bus.rule(EventPattern.parse("{\"source\":[\"aws.ec2\"]}"), one -> seen.add(one.id()));
      bus.rule(EventPattern.parse("{\"source\":[\"other\"]}"), one -> seen.add("wrong"));
      bus.accept(event("a"));
      bus.accept(event("b"));
      Eventually.until("both", () -> seen.size() == 2);
      assertThat(seen).containsExactly("a", "b");
    }
  }

  @Test
  void losesDuplicatesAndReorders() throws Exception {
    try (EventBus bus = new EventBus(new Random(1))) {
      bus.rule(EventPattern.ANY, one -> seen.add(one.id()));
      bus.faults(new EventFaults(1, 0, 0, Duration.ZERO));
      bus.accept(event("lost"));
      bus.faults(new EventFaults(0, 0, 1, Duration.ZERO));
      bus.accept(event("overtaken"));
      bus.faults(new EventFaults(0, 1, 0, Duration.ZERO));
      bus.accept(event("twice"));
      Eventually.until("three", () -> seen.size() == 3);
      assertThat(seen).containsExactly("twice", "twice", "overtaken");
    }
  }
}
