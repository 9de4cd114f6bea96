package io.quorate.controller.act;

import io.quorate.controller.plan.Decision;
import io.quorate.controller.plan.Reason;
import io.quorate.instruction.InstructionSlot;
import io.quorate.store.RecordStore;
import java.util.Optional;

/** Close: frees the slot, ends the operation, and keeps the outcome in the journal. */
final class Closing {
  private Closing() {}

  static Acted close(RecordStore store, Scene scene, Decision.Close decision) {
    Intent intent = new Intent(store, scene);
    Optional.ofNullable(scene.view().slots().get(decision.executor()))
        .filter(slot -> slot.instruction().header().id().equals(decision.instructionId()))
        .map(slot -> Slots.move(scene.view().cluster(), slot, InstructionSlot.State.CLOSED))
        .ifPresent(intent::with);
    return intent.withStatus().journalled(withOutcome(decision)).commit(new Acted.Changed("none"));
  }

  private static Reason withOutcome(Decision.Close decision) {
    Reason reason =
        decision
            .reason()
            .and("instruction", decision.instructionId())
            .and("executor", decision.executor());
    return decision
        .outcome()
        .map(
            outcome ->
                reason
                    .and("kind", outcome.kind())
                    .and("result", outcome.result())
                    .and("step", outcome.step())
                    .and("detail", outcome.detail()))
        .orElseGet(() -> reason.and("result", "EXECUTOR_TERMINATED"));
  }
}
