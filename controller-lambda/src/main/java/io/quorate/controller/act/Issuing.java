package io.quorate.controller.act;

import io.quorate.controller.plan.Decision;
import io.quorate.instruction.InstructionSlot;
import io.quorate.store.RecordStore;

/** Issue: puts an instruction into its executor's free slot and opens the operation. */
final class Issuing {
  private Issuing() {}

  static Acted issue(RecordStore store, Scene scene, Decision.Issue decision) {
    InstructionSlot slot = new InstructionSlot(decision.instruction(), InstructionSlot.State.OPEN);
    return new Intent(store, scene)
        .with(Slots.fill(scene.view().cluster(), slot))
        .withStatus()
        .journalled()
        .commit(new Acted.Changed("none"));
  }
}
