package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.view.ClusterView;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What was written before the turn may be of any age: on that nobody is terminated or forgotten.
 */
class EvidenceFreshnessTest {
  private static final InstanceId VICTIM = new InstanceId("i-3");

  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  @Test
  @Guards("TurnResult.Unsettled")
  void nothingIsAskedForOnHeartbeatsThatDoNotMove() {
    fixture.status =
        fixture.status.withTerminations(
            List.of(Termination.decided(VICTIM, "test", ClusterFixture.NOW)));
    StoreStage stage = StoreStage.of(fixture);
    Runnable beats = stage.whileAwaited;
    stage.whileAwaited = () -> {};

    TurnResult.Unsettled result = (TurnResult.Unsettled) stage.turn();

    assertThat(result.why()).isEqualTo("no new heartbeat of [i-1, i-2]");
    assertThat(stage.terminated).isEmpty();
    assertThat(stage.status().terminations().getFirst().askedAt()).isEmpty();

    stage.whileAwaited = beats;
    stage.turn();
    assertThat(stage.terminated).containsExactly(VICTIM);
  }

  @Test
  @Guards({"RecordTermination", "EvidenceFreshness#3"})
  void nothingIsIntendedOnHeartbeatsThatDoNotMove() {
    StoreStage stage = StoreStage.of(fixture);
    Runnable beats = stage.whileAwaited;
    stage.whileAwaited = () -> {};

    assertThat(stage.turn(intends(beat -> true))).isInstanceOf(TurnResult.Unsettled.class);
    assertThat(stage.status().terminations()).isEmpty();

    stage.whileAwaited = beats;
    stage.turn(intends(beat -> true));
    assertThat(stage.status().terminating(VICTIM)).isTrue();
  }

  /** A whole cluster may wait for it. */
  @Test
  void theFirstGlanceThatFindsThemMovedIsTheLast() {
    StoreStage stage = StoreStage.of(fixture);
    AtomicInteger glances = new AtomicInteger();
    Runnable beats = stage.whileAwaited;
    stage.whileAwaited =
        () -> {
          if (glances.incrementAndGet() == 3) {
            beats.run();
          }
        };

    stage.turn(intends(beat -> true));

    assertThat(stage.status().terminating(VICTIM)).isTrue();
    assertThat(glances).hasValue(3);
  }

  /** Another decision may be due by then. */
  @Test
  void allIsLookedAtAgainAfterAFewGlances() {
    StoreStage stage = StoreStage.of(fixture);
    AtomicInteger glances = new AtomicInteger();
    stage.whileAwaited = glances::incrementAndGet;
    AtomicInteger looks = new AtomicInteger();

    stage.turn(
        seen -> {
          looks.incrementAndGet();
          return intends(beat -> glances.get() == 0).apply(seen);
        });

    assertThat(glances).hasValue(Turn.RENEWAL_GLANCES);
    assertThat(looks).hasValue(2);
    assertThat(stage.status().terminations()).isEmpty();
  }

  @Test
  void whatTheNewHeartbeatsTellIsDecidedOn() {
    StoreStage stage = StoreStage.of(fixture);

    stage.turn(intends(victim -> victim.sequence() == fixture.node("i-3").sequence));

    assertThat(stage.status().terminations()).as("it beats again").isEmpty();
  }

  @Test
  @Guards("EvidenceFreshness#1")
  void aMemberIsForgottenOnlyByAHeartbeatOfTheTurnItself() {
    fixture.inactive("i-3", Duration.ofHours(1)).knowsNothing("i-3").data("i-3", DataState.NONE);
    StoreStage stage = StoreStage.of(fixture);
    Runnable beats = stage.whileAwaited;
    stage.whileAwaited = () -> {};

    TurnResult.Unsettled result = (TurnResult.Unsettled) stage.turn();

    assertThat(result.why()).isEqualTo("no new heartbeat of [i-3]");
    assertThat(stage.status().operation()).isEmpty();

    stage.whileAwaited = beats;
    stage.turn();
    assertThat(stage.status().operation()).isPresent();
  }

  /** Intends to terminate one on the word of all, once, while that one's heartbeat is so. */
  private static Function<ClusterView, Plan> intends(Function<Heartbeat, Boolean> hangs) {
    return seen -> {
      Reason reason = Reason.of("TEST", "test");
      if (seen.status().terminating(VICTIM)
          || !hangs.apply(Objects.requireNonNull(seen.nodes().get(VICTIM)).heartbeat())) {
        return new Plan(new NoOp(reason), seen.status(), Map.of());
      }
      Termination intent = Termination.decided(VICTIM, "test", ClusterFixture.NOW);
      return new Plan(
          new RecordTermination(reason, intent),
          seen.status().withTerminations(List.of(intent)),
          seen.nodes().values().stream()
              .map(node -> node.heartbeat())
              .collect(Collectors.toMap(Heartbeat::instance, HeartbeatVersion::of)));
    };
  }
}
