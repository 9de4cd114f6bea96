package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.act.LifecycleHooks;
import io.quorate.controller.reconcile.Turn;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import io.quorate.state.Termination;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A hook's answer is recorded before it is sent, on evidence of now, and what came of it after. */
class HooksOnStoreTest {
  private static final InstanceId SPARE = new InstanceId("i-4");

  private static StoreStage spareHeld() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.launch("i-4");
    return StoreStage.of(fixture.heldTermination("i-4"));
  }

  private static Optional<HookAnswer> recorded(StoreStage stage) {
    return stage.status().group().answer(SPARE, HookAnswer.TERMINATE);
  }

  @Test
  void thatItIsSentStandsInTheTableBeforeItIs() {
    StoreStage stage = spareHeld();
    stage.hooks.beforeEach =
        () ->
            assertThat(recorded(stage).orElseThrow().result()).contains(HookAnswer.Result.CONTINUE);

    stage.turn();

    assertThat(stage.hooks.calls).containsExactly("demo quorate-terminate i-4 CONTINUE");
    assertThat(recorded(stage).orElseThrow().failure()).isEmpty();
    assertThat(stage.decisions()).contains("ANSWER_HOOK");
  }

  @Test
  void itRestsOnHeartbeatsOfItsOwnTurn() {
    ClusterFixture fixture = ClusterFixture.healthy(3).heldTermination("i-3");
    Termination asked =
        Termination.decided(new InstanceId("i-3"), "test", fixture.now).asked(fixture.now);
    fixture.status = fixture.status.withTerminations(List.of(asked));
    StoreStage stage = StoreStage.of(fixture);
    Runnable beats = stage.whileAwaited;
    stage.whileAwaited = () -> {};

    stage.turn();
    assertThat(stage.hooks.calls).isEmpty();
    assertThat(stage.status().group().hooks()).isEmpty();

    stage.whileAwaited = beats;
    stage.turn();
    assertThat(stage.hooks.calls).containsExactly("demo quorate-terminate i-3 CONTINUE");
  }

  @Test
  void whatIsProvenToHoldNoMemberWaitsForNobodysHeartbeat() {
    StoreStage stage = spareHeld();
    stage.whileAwaited = () -> {};

    stage.turn();

    assertThat(stage.hooks.calls).hasSize(1);
  }

  @Test
  void whatTheCloudRefusesIsRememberedAndSentAgain() {
    StoreStage stage = spareHeld();
    stage.hooks.down = Optional.of("throttled");
    stage.turn();
    assertThat(recorded(stage).orElseThrow().failure()).contains("throttled");

    stage.hooks.down = Optional.empty();
    stage.now = stage.now.plusSeconds(60);
    stage.turn();
    assertThat(stage.hooks.calls).hasSize(1);
    assertThat(recorded(stage).orElseThrow().failure()).isEmpty();
  }

  @Test
  void aWaitThatIsOverIsNoFailureOfTheTurn() {
    StoreStage stage = spareHeld();
    stage.hooks.answer = LifecycleHooks.Answer.NOTHING_WAITS;
    stage.turn();
    assertThat(recorded(stage).orElseThrow().failure().orElseThrow())
        .contains("does not wait at hook quorate-terminate");
  }

  @Test
  void aTurnThatDiesBetweenIsFinishedByALaterOne() {
    StoreStage stage = spareHeld();
    stage.hooks.beforeEach =
        () -> {
          throw new IllegalStateException("killed");
        };
    try {
      stage.turn();
    } catch (IllegalStateException killed) {
      assertThat(killed).hasMessage("killed");
    }
    assertThat(stage.hooks.calls).isEmpty();
    assertThat(recorded(stage)).isPresent();

    stage.hooks.beforeEach = () -> {};
    stage.now = stage.now.plus(Turn.LEASE).plusSeconds(1);
    stage.turn();
    assertThat(stage.hooks.calls).hasSize(1);
  }
}
