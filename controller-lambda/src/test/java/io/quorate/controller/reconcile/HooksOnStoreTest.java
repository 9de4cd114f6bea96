package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.act.LifecycleHooks;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.HookAnswer;
import io.quorate.state.Termination;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A hook's answer is recorded before it is sent, on evidence of now, and what came of it after. */
class HooksOnStoreTest {
  private static final InstanceId SPARE = new InstanceId("i-4");
  private static final InstanceId NEVER_REPORTED = new InstanceId("i-9");

  private static StoreStage spareHeld() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.launch("i-4");
    return StoreStage.of(fixture.heldTermination("i-4"));
  }

  /** i-9 never reported, and waits at its launch hook for longer than bootTimeout. */
  private static StoreStage neverReported() {
    ClusterFixture fixture = ClusterFixture.healthy(3).heldLaunch("i-9");
    fixture.instances.put(NEVER_REPORTED, InstanceState.RUNNING);
    fixture.status = fixture.plan().status();
    fixture.after(fixture.spec.timings().bootTimeout());
    StoreStage stage = StoreStage.of(fixture);
    stage.now = fixture.now;
    return stage;
  }

  private static HookAnswer givenUp(StoreStage stage) {
    return stage.status().group().answer(NEVER_REPORTED, HookAnswer.LAUNCH).orElseThrow();
  }

  private static List<String> told(StoreStage stage) {
    return stage.status().conditions().stream()
        .filter(condition -> condition.type() == Condition.Type.HOOK_UNANSWERED)
        .map(Condition::message)
        .toList();
  }

  private static Optional<HookAnswer> recorded(StoreStage stage) {
    return stage.status().group().answer(SPARE, HookAnswer.TERMINATE);
  }

  @Test
  @Guards("AnswerHook")
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
  @Guards({"ANSWER_TERMINATION_HOOK", "AnswerHook"})
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

  /** A turn that dies before it sends an extension must not leave the hook to its timeout. */
  @Test
  void anExtensionIsSentUntilTheCloudHasTakenIt() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(1).knowsLeave().heldTermination("i-1"));
    stage.hooks.down = Optional.of("throttled");
    stage.turn();
    assertThat(stage.hooks.calls).isEmpty();
    assertThat(extension(stage).holds()).isFalse();
    assertThat(extension(stage).failure()).contains("throttled");

    stage.hooks.down = Optional.empty();
    stage.now = stage.now.plusSeconds(60);
    stage.turn();
    assertThat(stage.hooks.calls).containsExactly("demo quorate-terminate i-1 extend");
    assertThat(extension(stage).holds()).isTrue();
    assertThat(extension(stage).failure()).isEmpty();

    stage.now = stage.now.plusSeconds(60);
    stage.turn();
    assertThat(stage.hooks.calls).hasSize(1);
  }

  private static HookAnswer extension(StoreStage stage) {
    return stage.status().group().answer(new InstanceId("i-1"), HookAnswer.TERMINATE).orElseThrow();
  }

  @Test
  void aLaunchIsGivenUpOnceThoughAutoScalingThrottlesMeanwhile() {
    StoreStage stage = neverReported();
    stage.hooks.down = Optional.of("Rate exceeded");
    stage.turn();
    assertThat(stage.hooks.calls).isEmpty();
    assertThat(givenUp(stage).result()).contains(HookAnswer.Result.ABANDON);
    assertThat(givenUp(stage).failure()).contains("Rate exceeded");
    stage.turn();
    assertThat(told(stage)).singleElement().asString().contains("i-9", "ABANDON", "Rate exceeded");

    GroupView shown = stage.group;
    stage.group = new GroupView.Unknown("Rate exceeded");
    stage.now = stage.now.plusSeconds(60);
    stage.turn();
    assertThat(stage.hooks.calls).as("nothing is sent about a group that is unknown").isEmpty();
    assertThat(givenUp(stage).result()).contains(HookAnswer.Result.ABANDON);

    stage.group = shown;
    stage.turn();
    assertThat(givenUp(stage).failure()).as("throttled again").contains("Rate exceeded");
    stage.hooks.down = Optional.empty();
    stage.now = stage.now.plusSeconds(59);
    stage.turn();
    assertThat(stage.hooks.calls).as("before the minute is over").isEmpty();
    stage.now = stage.now.plusSeconds(1);
    stage.turn();
    assertThat(stage.hooks.calls).containsExactly("demo quorate-launch i-9 ABANDON");
    assertThat(givenUp(stage).failure()).isEmpty();
    assertThat(told(stage)).isEmpty();
    assertThat(stage.status().group().abandoned().orElseThrow().inARow()).isEqualTo(1);
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
  @Guards("AnswerHook")
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
