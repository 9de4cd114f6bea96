package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.model.InstanceId;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.EtcdRuns;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestartEventsTest {
  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  /** One turn; what it tells counts as told. */
  private List<String> turn() {
    Plan plan = fixture.plan();
    fixture.status = plan.status();
    return plan.seen().stream()
        .map(seen -> seen.code() + " " + seen.evidence().get("instance") + " " + count(seen))
        .toList();
  }

  private static String count(Reason seen) {
    return String.valueOf(seen.evidence().get("restarts"));
  }

  private void etcdStarted(String instance, long starts) {
    fixture.node(instance).runs =
        new EtcdRuns(EtcdVersion.parse("3.5.30"), starts, Optional.empty());
  }

  @Test
  void theFirstStartsAreNoEventsAndNeedNoMemory() {
    fixture.actors.keySet().forEach(id -> etcdStarted(id.value(), 1));

    assertThat(turn()).isEmpty();
    assertThat(fixture.status.restarts()).isEmpty();
  }

  @Test
  void anEtcdThatWasKilledIsToldOnceWithItsReason() {
    etcdStarted("i-2", 2);
    fixture.node("i-2").lastExit = Optional.of("KILLED: signal 9");

    Plan plan = fixture.plan();
    assertThat(plan.seen())
        .singleElement()
        .satisfies(seen -> assertThat(seen.message()).contains("i-2", "KILLED: signal 9"));
    assertThat(turn()).containsExactly("ETCD_RESTARTED i-2 1");
    assertThat(turn()).isEmpty();
    assertThat(fixture.plan().status()).isEqualTo(fixture.status);
  }

  @Test
  void anAgentThatWasKilledIsToldOnce() {
    fixture.node("i-3").incarnations = 2;

    assertThat(turn()).containsExactly("AGENT_RESTARTED i-3 1");
    assertThat(turn()).isEmpty();
  }

  @Test
  void allThatRestartTogetherAreToldInOneTurnWithoutAQuorum() {
    for (String instance : List.of("i-1", "i-2")) {
      fixture.node(instance).incarnations = 2;
      etcdStarted(instance, 2);
      fixture.node(instance).quorumProven = false;
    }

    assertThat(turn())
        .containsExactly(
            "AGENT_RESTARTED i-1 1",
            "ETCD_RESTARTED i-1 1",
            "AGENT_RESTARTED i-2 1",
            "ETCD_RESTARTED i-2 1");
    assertThat(turn()).isEmpty();
  }

  @Test
  void aRestartIsToldWhileAnOperationIsOpen() {
    fixture.open(CommandKind.JOIN, "i-3");
    etcdStarted("i-2", 2);

    assertThat(turn()).containsExactly("ETCD_RESTARTED i-2 1");
  }

  @Test
  void aCrashLoopIsToldOnceAMinuteWithItsCount() {
    etcdStarted("i-2", 2);
    assertThat(turn()).containsExactly("ETCD_RESTARTED i-2 1");
    fixture.after(Duration.ofSeconds(30));
    etcdStarted("i-2", 5);
    assertThat(turn()).isEmpty();
    fixture.after(Duration.ofSeconds(31));
    etcdStarted("i-2", 9);
    assertThat(turn()).containsExactly("ETCD_RESTARTED i-2 7");
  }

  @Test
  void aClockThatWasAheadHoldsNothingBack() {
    etcdStarted("i-2", 2);
    turn();
    fixture.after(Duration.ofHours(-1));
    etcdStarted("i-2", 3);

    assertThat(turn()).containsExactly("ETCD_RESTARTED i-2 1");
  }

  @Test
  void whatHappenedBeforeATerminationIsToldAndThenForgotten() {
    etcdStarted("i-2", 2);
    turn();
    etcdStarted("i-2", 4);
    fixture.terminate("i-2");

    assertThat(turn()).containsExactly("ETCD_RESTARTED i-2 2");
    assertThat(fixture.status.restarts()).doesNotContainKey(new InstanceId("i-2"));
    assertThat(turn()).isEmpty();
  }
}
