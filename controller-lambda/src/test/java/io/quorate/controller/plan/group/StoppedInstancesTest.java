package io.quorate.controller.plan.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.plan.membership.JoinAndHungRulesTest;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.InstanceStop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An instance that somebody stopped is told of, and replaced only after its own grace. */
class StoppedInstancesTest {
  private static final InstanceId STOPPED = new InstanceId("i-3");
  private static final Duration GRACE = Duration.ofMinutes(10);

  /** Stopped a moment ago; its heartbeat has stood still for an hour, and all miss its member. */
  private static ClusterFixture stopped() {
    ClusterFixture fixture = JoinAndHungRulesTest.hung();
    fixture.instances.put(STOPPED, InstanceState.STOPPED);
    fixture.status = fixture.plan().status();
    return fixture;
  }

  private static void isReplaced(ClusterFixture fixture) {
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            RecordTermination.class,
            intend -> {
              assertThat(intend.termination().instance()).isEqualTo(STOPPED);
              assertThat(intend.reason().code()).isEqualTo("NODE_STOPPED");
            });
  }

  private static void stays(ClusterFixture fixture) {
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  @Guards("INSTANCE_STOPPED")
  void itIsToldOfAtOnceWithWhatComesNextAndWhatCanBeDone() {
    assertThat(condition(stopped()))
        .hasValueSatisfying(
            why -> assertThat(why).contains("i-3", "start-instances", "600 s", "not replaced"));
    assertThat(stopped().plan().status().conditions().stream().map(Condition::type).toList())
        .doesNotContain(Condition.Type.NODE_UNREACHABLE);
  }

  @Test
  @Guards("StoppedInstances#2")
  void itIsReplacedOnlyAfterItsGrace() {
    stays(stopped().after(GRACE.minusSeconds(1)));
    isReplaced(stopped().after(GRACE));
  }

  @Test
  @Guards("StoppedInstances#2")
  void aHeartbeatThatMovedWithinTheGraceHoldsItBack() {
    ClusterFixture fixture = stopped().after(GRACE);
    fixture.node("i-3").stillFor = GRACE.minusSeconds(1);

    stays(fixture);
  }

  @Test
  void itStaysWhileTheOthersAreNoQuorum() {
    ClusterFixture fixture = stopped().after(GRACE);
    fixture.node("i-2").quorumProven = false;

    stays(fixture);
  }

  @Test
  void itStaysWhileTheOthersHearIt() {
    ClusterFixture fixture = stopped().after(GRACE);
    fixture.inactive("i-3", Duration.ZERO);

    stays(fixture);
  }

  @Test
  void theFleetBreakerHoldsItBack() {
    ClusterFixture fixture = stopped().after(GRACE);
    fixture.fleet = ClusterFixture.fleet(4, 3);

    stays(fixture);
  }

  @Test
  @Guards("StoppedInstances#1")
  void whileItIsStillStoppingNothingIsEnded() {
    ClusterFixture fixture = stopped().after(GRACE);
    fixture.instances.put(STOPPED, InstanceState.STOPPING);

    stays(fixture);
  }

  @Test
  void oneThatWasStartedHasTimeToBootBeforeItsSilenceCounts() {
    ClusterFixture fixture = stopped();
    fixture.instances.put(STOPPED, InstanceState.RUNNING);
    fixture.status = fixture.plan().status();
    stays(fixture);
    assertThat(condition(fixture)).hasValueSatisfying(told -> assertThat(told).contains("RUNNING"));

    stays(fixture.after(fixture.spec.timings().bootTimeout().minusSeconds(1)));
    assertThat(condition(fixture)).isEmpty();
    assertThat(fixture.after(Duration.ofSeconds(1)).plan().decision())
        .isInstanceOfSatisfying(
            RecordTermination.class,
            intend -> assertThat(intend.reason().code()).isEqualTo("NODE_HUNG"));
  }

  @Test
  void aStopIsForgottenOnceItsAgentSpeaks() {
    ClusterFixture fixture = stopped();
    fixture.instances.put(STOPPED, InstanceState.RUNNING);
    fixture.status = fixture.plan().status();
    fixture.node("i-3").stillFor = Duration.ZERO;
    fixture.after(Duration.ofSeconds(30));

    assertThat(fixture.plan().status().stops()).isEmpty();
  }

  @Test
  void aSecondStopBeginsTheGraceAnewAndSoDoesAClockThatWentBack() {
    ClusterFixture fixture = stopped().after(GRACE);
    fixture.instances.put(STOPPED, InstanceState.RUNNING);
    fixture.status = fixture.plan().status();
    fixture.after(Duration.ofMinutes(1));
    fixture.instances.put(STOPPED, InstanceState.STOPPED);
    stays(fixture);
    assertThat(fixture.plan().status().stops())
        .containsEntry(STOPPED, InstanceStop.seen(fixture.now));

    ClusterFixture back = stopped().after(Duration.ofHours(-1));
    assertThat(back.plan().status().stops()).containsEntry(STOPPED, InstanceStop.seen(back.now));
  }

  @Test
  void aListingThatAlternatesForAWhileIsOneStop() {
    ClusterFixture fixture = stopped();
    Map<InstanceId, InstanceStop> first = fixture.plan().status().stops();
    for (InstanceState state : List.of(InstanceState.RUNNING, InstanceState.STOPPED)) {
      fixture.after(Duration.ofSeconds(10)).instances.put(STOPPED, state);
      fixture.status = fixture.plan().status();
      assertThat(condition(fixture)).isPresent();
    }

    assertThat(first).containsOnlyKeys(STOPPED);
    assertThat(fixture.status.stops()).isEqualTo(first);
  }

  @Test
  void whatIsTerminatedIsNoLongerStopped() {
    ClusterFixture fixture = stopped();
    fixture.instances.put(STOPPED, InstanceState.TERMINATED);

    assertThat(fixture.plan().status().stops()).isEmpty();
    assertThat(condition(fixture)).isEmpty();
  }

  @Test
  void aStoppedNodeThatSpokeAMomentAgoIsNotToldToJoin() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.desired = 4;
    fixture.launch("i-4");
    assertThat(fixture.plan().decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");

    for (InstanceState state :
        new InstanceState[] {
          InstanceState.STOPPING, InstanceState.STOPPED, InstanceState.SHUTTING_DOWN
        }) {
      fixture.instances.put(new InstanceId("i-4"), state);
      stays(fixture);
    }
  }

  private static Optional<String> condition(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.INSTANCE_STOPPED)
        .map(Condition::message)
        .findFirst();
  }
}
