package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.instruction.InstructionKind;
import io.quorate.state.Condition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What becomes of a change that is open for too long. */
class CancelOverdueOperationTest {
  @Test
  void anOverdueChangeOfALivingExecutorIsAskedToCancelOnce() {
    Scene scene = Scene.healthy(3).open(InstructionKind.JOIN, "i-3").after(Duration.ofHours(1));

    Plan plan = scene.plan();

    assertThat(plan.decision()).isInstanceOf(Decision.RequestCancel.class);
    scene.status = plan.status();
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void anOverdueChangeWhoseInstructionIsGoneFromItsSlotIsToldOf() {
    Scene scene = Scene.healthy(3).open(InstructionKind.JOIN, "i-3");
    scene.slots.clear();
    assertThat(scene.plan().status().conditions())
        .noneMatch(told -> told.type() == Condition.Type.INSTRUCTION_MISSING);

    Plan plan = scene.after(Duration.ofHours(1)).plan();

    assertThat(plan.decision()).isInstanceOf(Decision.Rest.class);
    assertThat(plan.status().conditions())
        .filteredOn(told -> told.type() == Condition.Type.INSTRUCTION_MISSING)
        .singleElement()
        .satisfies(told -> assertThat(told.message()).contains("i-3", "op-1"));
  }
}
