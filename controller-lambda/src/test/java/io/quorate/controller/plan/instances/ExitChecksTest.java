package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.guards.Guards;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.EtcdRuns;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An etcd that ends again and again is named, and nothing is done for that alone. */
class ExitChecksTest {
  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  private static Optional<String> told(Plan plan) {
    return plan.status().conditions().stream()
        .filter(condition -> condition.type() == Condition.Type.MEMBER_KEEPS_EXITING)
        .map(Condition::message)
        .findFirst();
  }

  private Plan ending(int times, String last) {
    NodeFixture node = fixture.node("i-3");
    node.answering = false;
    node.quorumProven = false;
    node.runs = EtcdRuns.UNTOLD.ended(times, 0);
    node.lastExit = Optional.of(last);
    return fixture.plan();
  }

  @Test
  @Guards("MEMBER_KEEPS_EXITING")
  void tellsOfThreeEndsWithTheCauseAndWhatToDo() {
    Plan plan = ending(3, "PORT_TAKEN: listen tcp 10.0.0.3:2379: bind: address already in use");

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(told(plan).orElseThrow())
        .startsWith(
            "etcd on i-3 ended, or could not be started, 3 times within five minutes, last:"
                + " PORT_TAKEN: listen")
        .contains("another process has its port: stop that one");
    assertThat(told(ending(2, "PORT_TAKEN: listen"))).isEmpty();
  }

  @Test
  void replacesNobodyHoweverOftenEtcdEnds() {
    assertThat(ending(1_000, "FAILED: panic: something else").decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void leavesDamagedDataToTheConditionOfUnusableData() {
    fixture.data("i-3", DataState.DAMAGED);
    assertThat(told(ending(3, "DATA_CORRUPT: page 4"))).isEmpty();
  }

  @Test
  @Guards("FLEET_BREAKER")
  void doesNotRejoinADamagedMemberWhileTheFleetBreakerIsOn() {
    fixture.data("i-3", DataState.DAMAGED);
    fixture.fleet = ClusterFixture.fleet(3, 3);
    Plan plan = ending(3, "DATA_CORRUPT: page 4");

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.decision().reason().code()).isEqualTo("FLEET_BREAKER");
  }
}
