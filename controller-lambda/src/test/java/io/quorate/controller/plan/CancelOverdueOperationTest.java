package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.guards.Guards;
import io.quorate.state.Condition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What becomes of a change that is open for too long. */
class CancelOverdueOperationTest {
  @Test
  @Guards("CANCEL_OVERDUE_OPERATION")
  void anOverdueChangeOfALivingExecutorIsAskedToCancelOnce() {
    ClusterFixture fixture =
        ClusterFixture.healthy(3).open(CommandKind.JOIN, "i-3").after(Duration.ofHours(1));

    Plan plan = fixture.plan();

    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("CANCEL_OPERATION");
    fixture.status = plan.status();
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  @Guards("INSTRUCTION_MISSING")
  void anOverdueChangeWhoseInstructionIsGoneFromItsSlotIsToldOf() {
    ClusterFixture fixture = ClusterFixture.healthy(3).open(CommandKind.JOIN, "i-3");
    fixture.slots.clear();
    assertThat(fixture.plan().status().conditions())
        .noneMatch(told -> told.type() == Condition.Type.INSTRUCTION_MISSING);

    Plan plan = fixture.after(Duration.ofHours(1)).plan();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().conditions())
        .filteredOn(told -> told.type() == Condition.Type.INSTRUCTION_MISSING)
        .singleElement()
        .satisfies(told -> assertThat(told.message()).contains("i-3", "op-1"));
  }
}
