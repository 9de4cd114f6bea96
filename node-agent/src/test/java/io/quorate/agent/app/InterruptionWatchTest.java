package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.guards.Guards;
import io.quorate.state.Interruption;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the cloud announces is told once, and kept. */
class InterruptionWatchTest {
  private static final String ACTION =
      "{\"action\": \"terminate\", \"time\": \"2026-01-02T03:06:05Z\"}";
  private static final Interruption TAKEN =
      new Interruption("terminate", Instant.parse("2026-01-02T03:06:05Z"));

  private final Map<String, String> documents =
      new HashMap<>(Map.of("instance-life-cycle", "spot"));
  private boolean silent;
  private int reads;
  private final InterruptionWatch watch =
      new InterruptionWatch(
          path -> {
            reads++;
            if (silent) {
              throw new IOException("silent");
            }
            return Optional.ofNullable(documents.get(path));
          });

  @Test
  @Guards("LEAVE_BEFORE_INTERRUPTION")
  void anInterruptionIsToldAndKeptThoughTheServiceFallsSilent() {
    assertThat(watch.look()).isTrue();
    assertThat(watch.get()).isEmpty();

    documents.put("spot/instance-action", ACTION);
    watch.look();
    assertThat(watch.get()).contains(TAKEN);

    silent = true;
    assertThat(watch.look()).isTrue();
    silent = false;
    documents.remove("spot/instance-action");
    documents.put("events/recommendations/rebalance", "{\"noticeTime\": \"2026-01-02T03:00:00Z\"}");
    watch.look();
    assertThat(watch.get()).as("an advice never replaces it").contains(TAKEN);
  }

  @Test
  void anAdviceGivesWayToAnInterruption() {
    documents.put("events/recommendations/rebalance", "{\"noticeTime\": \"2026-01-02T03:00:00Z\"}");
    watch.look();
    assertThat(watch.get().orElseThrow().advises()).isTrue();
    documents.put("spot/instance-action", ACTION);
    watch.look();
    assertThat(watch.get()).contains(TAKEN);
  }

  @Test
  void anOnDemandInstanceIsAskedOnce() {
    documents.put("instance-life-cycle", "on-demand");
    assertThat(watch.look()).isFalse();
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void whileTheServiceIsSilentItIsAskedAgain() {
    silent = true;
    assertThat(watch.look()).isTrue();
    silent = false;
    documents.put("spot/instance-action", ACTION);
    watch.look();
    assertThat(watch.get()).contains(TAKEN);
  }

  @Test
  void aDocumentThatCannotBeReadIsNoInterruption() {
    documents.put("spot/instance-action", "{}");
    assertThat(watch.look()).isTrue();
    assertThat(watch.get()).isEmpty();
  }

  @Test
  void newsAreToldOnce() throws InterruptedException {
    documents.put("spot/instance-action", ACTION);
    AtomicInteger told = new AtomicInteger();
    java.util.concurrent.CountDownLatch first = new java.util.concurrent.CountDownLatch(1);
    watch.start(
        () -> {
          told.incrementAndGet();
          first.countDown();
        });
    first.await();
    watch.look();
    assertThat(told).hasValue(1);
  }
}
