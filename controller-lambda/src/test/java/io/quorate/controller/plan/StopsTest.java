package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.Stop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An instance that somebody stopped is told of, and replaced only after its own grace. */
class StopsTest {
  private static final InstanceId STOPPED = new InstanceId("i-3");
  private static final Duration GRACE = Duration.ofMinutes(10);

  /** Stopped a moment ago; its heartbeat has stood still for an hour, and all miss its member. */
  private static Scene stopped() {
    Scene scene = JoinAndHungRulesTest.hung();
    scene.instances.put(STOPPED, InstanceState.STOPPED);
    scene.status = scene.plan().status();
    return scene;
  }

  private static void isReplaced(Scene scene) {
    assertThat(scene.plan().decision())
        .isInstanceOfSatisfying(
            Decision.IntendTermination.class,
            intend -> {
              assertThat(intend.termination().instance()).isEqualTo(STOPPED);
              assertThat(intend.reason().code()).isEqualTo("NODE_STOPPED");
            });
  }

  private static void stays(Scene scene) {
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void itIsToldOfAtOnceWithWhatComesNextAndWhatCanBeDone() {
    assertThat(condition(stopped()))
        .hasValueSatisfying(
            why -> assertThat(why).contains("i-3", "start-instances", "600 s", "not replaced"));
    assertThat(stopped().plan().status().conditions().stream().map(Condition::type).toList())
        .doesNotContain(Condition.Type.NODE_UNREACHABLE);
  }

  @Test
  void itIsReplacedOnlyAfterItsGrace() {
    stays(stopped().after(GRACE.minusSeconds(1)));
    isReplaced(stopped().after(GRACE));
  }

  @Test
  void aHeartbeatThatMovedWithinTheGraceHoldsItBack() {
    Scene scene = stopped().after(GRACE);
    scene.node("i-3").stillFor = GRACE.minusSeconds(1);

    stays(scene);
  }

  @Test
  void itStaysWhileTheOthersAreNoQuorum() {
    Scene scene = stopped().after(GRACE);
    scene.node("i-2").quorumProven = false;

    stays(scene);
  }

  @Test
  void itStaysWhileTheOthersHearIt() {
    Scene scene = stopped().after(GRACE);
    scene.inactive("i-3", Duration.ZERO);

    stays(scene);
  }

  @Test
  void theFleetBrakeHoldsItBack() {
    Scene scene = stopped().after(GRACE);
    scene.fleet = Scene.fleet(4, 3);

    stays(scene);
  }

  @Test
  void whileItIsStillStoppingNothingIsEnded() {
    Scene scene = stopped().after(GRACE);
    scene.instances.put(STOPPED, InstanceState.STOPPING);

    stays(scene);
  }

  @Test
  void oneThatWasStartedHasTimeToBootBeforeItsSilenceCounts() {
    Scene scene = stopped();
    scene.instances.put(STOPPED, InstanceState.RUNNING);
    scene.status = scene.plan().status();
    stays(scene);
    assertThat(condition(scene)).hasValueSatisfying(told -> assertThat(told).contains("RUNNING"));

    stays(scene.after(scene.spec.timings().bootTimeout().minusSeconds(1)));
    assertThat(condition(scene)).isEmpty();
    assertThat(scene.after(Duration.ofSeconds(1)).plan().decision())
        .isInstanceOfSatisfying(
            Decision.IntendTermination.class,
            intend -> assertThat(intend.reason().code()).isEqualTo("NODE_HUNG"));
  }

  @Test
  void aStopIsForgottenOnceItsAgentSpeaks() {
    Scene scene = stopped();
    scene.instances.put(STOPPED, InstanceState.RUNNING);
    scene.status = scene.plan().status();
    scene.node("i-3").stillFor = Duration.ZERO;
    scene.after(Duration.ofSeconds(30));

    assertThat(scene.plan().status().stops()).isEmpty();
  }

  @Test
  void aSecondStopBeginsTheGraceAnewAndSoDoesAClockThatWentBack() {
    Scene scene = stopped().after(GRACE);
    scene.instances.put(STOPPED, InstanceState.RUNNING);
    scene.status = scene.plan().status();
    scene.after(Duration.ofMinutes(1));
    scene.instances.put(STOPPED, InstanceState.STOPPED);
    stays(scene);
    assertThat(scene.plan().status().stops()).containsEntry(STOPPED, Stop.seen(scene.now));

    Scene back = stopped().after(Duration.ofHours(-1));
    assertThat(back.plan().status().stops()).containsEntry(STOPPED, Stop.seen(back.now));
  }

  @Test
  void aListingThatAlternatesForAWhileIsOneStop() {
    Scene scene = stopped();
    Map<InstanceId, Stop> first = scene.plan().status().stops();
    for (InstanceState state : List.of(InstanceState.RUNNING, InstanceState.STOPPED)) {
      scene.after(Duration.ofSeconds(10)).instances.put(STOPPED, state);
      scene.status = scene.plan().status();
      assertThat(condition(scene)).isPresent();
    }

    assertThat(first).containsOnlyKeys(STOPPED);
    assertThat(scene.status.stops()).isEqualTo(first);
  }

  @Test
  void whatIsTerminatedIsNoLongerStopped() {
    Scene scene = stopped();
    scene.instances.put(STOPPED, InstanceState.TERMINATED);

    assertThat(scene.plan().status().stops()).isEmpty();
    assertThat(condition(scene)).isEmpty();
  }

  @Test
  void aStoppedNodeThatSpokeAMomentAgoIsNotToldToJoin() {
    Scene scene = Scene.healthy(3);
    scene.desired = 4;
    scene.launch("i-4");
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Issue.class);

    for (InstanceState state :
        new InstanceState[] {
          InstanceState.STOPPING, InstanceState.STOPPED, InstanceState.SHUTTING_DOWN
        }) {
      scene.instances.put(new InstanceId("i-4"), state);
      stays(scene);
    }
  }

  private static Optional<String> condition(Scene scene) {
    return scene.plan().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.INSTANCE_STOPPED)
        .map(Condition::message)
        .findFirst();
  }
}
