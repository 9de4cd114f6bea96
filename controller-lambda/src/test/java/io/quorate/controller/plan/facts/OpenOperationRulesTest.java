package io.quorate.controller.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.guards.Guards;
import io.quorate.state.DataState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One change at a time, and how it ends. */
class OpenOperationRulesTest {
  @Test
  @Guards("WAIT_FOR_OPEN_OPERATION")
  void oneChangeAtATime() {
    ClusterFixture fixture = ClusterFixture.healthy(5).terminate("i-5").data("i-4", DataState.LOST);
    fixture.status = fixture.plan().status();

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void anOpenChangeIsNotClosedByTimeAlone() {
    ClusterFixture fixture = ClusterFixture.healthy(3).data("i-3", DataState.LOST);
    fixture.status = fixture.plan().status();
    fixture.silence("i-3").after(Duration.ofDays(3));

    assertThat(fixture.plan().decision())
        .extracting(Decision::code)
        .isNotEqualTo("CLOSE_OPERATION");
    assertThat(fixture.plan().status().operation()).isPresent();
  }

  @Test
  @Guards("CLOSE_ANSWERED_OPERATION")
  void anOutcomeClosesTheChange() {
    ClusterFixture fixture = ClusterFixture.healthy(3).open(CommandKind.JOIN, "i-3");
    fixture.answer("i-3", Outcome.Result.DONE);

    Plan plan = fixture.plan();

    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("CLOSE_OPERATION");
    assertThat(plan.status().operation()).isEmpty();
    assertThat(plan.status().joinBackoffs()).isEmpty();
  }

  @Test
  void anExecutorProvenTerminatedClosesItsChange() {
    ClusterFixture fixture =
        ClusterFixture.healthy(3).open(CommandKind.JOIN, "i-3").terminate("i-3");

    assertThat(fixture.plan().decision()).extracting(Decision::code).isEqualTo("CLOSE_OPERATION");
  }

  @Test
  void aFailedJoinWaitsLongerEachTime() {
    ClusterFixture fixture =
        ClusterFixture.healthy(3).data("i-3", DataState.LOST).open(CommandKind.JOIN, "i-3");
    fixture.answer("i-3", Outcome.Result.FAILED);
    fixture.status = fixture.plan().status();

    assertThat(fixture.plan().decision().reason().code()).isEqualTo("JOIN_BACKOFF");
    fixture.after(Duration.ofSeconds(11));
    assertThat(fixture.plan().decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
  }
}
