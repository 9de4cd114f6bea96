package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.controller.view.ClusterView;
import io.quorate.instruction.InstructionSlot;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import io.quorate.task.TaskSlot;
import java.util.List;
import java.util.Map;

/** Asks the executor of the open task to stop it. */
public record CancelTask(Reason reason, InstanceId executor, String taskId) implements Decision {
  @Override
  public String code() {
    return "CANCEL_TASK";
  }

  @Override
  public String summary() {
    return "ask " + executor + " to stop " + taskId;
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder().with("taskId", taskId).with("executor", executor).build();
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    TaskSlot slot = view.records().taskSlots().get(executor);
    if (slot == null || !slot.task().header().id().equals(taskId)) {
      return DecisionWrites.moved(Keys.task(view.cluster(), executor));
    }
    return DecisionWrites.of(
        List.of(TaskSlotWrites.move(view.cluster(), slot, InstructionSlot.State.CANCEL_REQUESTED)));
  }

  @Override
  public Reason journalled() {
    return reason.and("task", taskId).and("executor", executor);
  }
}
