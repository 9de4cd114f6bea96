package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  private final Set<String> made = ConcurrentHashMap.newKeySet();

  @Test
  void makesEveryCallAndWaitsForThem() {
    new WarmUp(Map.of("a", () -> made.add("a"), "b", () -> made.add("b"))).run();

    assertThat(made).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aCallThatFailsStopsNeitherTheOthersNorTheFunction() {
    Runnable fails =
        () -> {
          throw new IllegalStateException("down");
        };

    new WarmUp(Map.of("a", fails, "b", () -> made.add("b"))).run();

    assertThat(made).containsExactly("b");
  }

  @Test
  void aCallThatHangsHoldsTheFunctionUpBoundedly() {
    CountDownLatch never = new CountDownLatch(1);
    Runnable hangs =
        () -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };

    new WarmUp(Map.of("a", hangs), Duration.ofMillis(20)).run();

    assertThat(never.getCount()).isOne();
    never.countDown();
  }
}
