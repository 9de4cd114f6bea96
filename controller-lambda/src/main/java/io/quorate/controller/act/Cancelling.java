package io.quorate.controller.act;

import io.quorate.controller.plan.Decision;
import io.quorate.instruction.InstructionSlot;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.util.List;

/** RequestCancel: asks for the undoing of the very instruction in the slot. */
final class Cancelling {
  private Cancelling() {}

  static Acted cancel(RecordStore store, Scene scene, Decision.RequestCancel decision) {
    InstructionSlot slot = scene.view().slots().get(decision.executor());
    if (slot == null || !slot.instruction().header().id().equals(decision.instructionId())) {
      Key key = Keys.instruction(scene.view().cluster(), decision.executor());
      return new Acted.Refused(List.of(key));
    }
    return new Intent(store, scene)
        .with(Slots.move(scene.view().cluster(), slot, InstructionSlot.State.CANCEL_REQUESTED))
        .withStatus()
        .journalled()
        .commit(new Acted.Changed("none"));
  }
}
