package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.controller.view.ClusterView;
import io.quorate.instruction.InstructionSlot;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import java.util.List;
import java.util.Map;

/** Asks the executor of the open instruction to undo it; only its answer closes it. */
public record CancelOperation(Reason reason, InstanceId executor, String instructionId)
    implements Decision {
  @Override
  public String code() {
    return "CANCEL_OPERATION";
  }

  @Override
  public String summary() {
    return "ask " + executor + " to undo " + instructionId;
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder().with("instructionId", instructionId).with("executor", executor).build();
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    InstructionSlot slot = view.slots().get(executor);
    if (slot == null || !slot.instruction().header().id().equals(instructionId)) {
      return DecisionWrites.moved(Keys.instruction(view.cluster(), executor));
    }
    return DecisionWrites.of(
        List.of(SlotWrites.move(view.cluster(), slot, InstructionSlot.State.CANCEL_REQUESTED)));
  }
}
