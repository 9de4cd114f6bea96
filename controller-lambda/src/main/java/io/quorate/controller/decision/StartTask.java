package io.quorate.controller.decision;

import io.quorate.codec.TaskCodec;
import io.quorate.controller.view.ClusterView;
import io.quorate.instruction.InstructionSlot;
import io.quorate.state.Status;
import io.quorate.store.Write;
import io.quorate.task.Task;
import io.quorate.task.TaskSlot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells a node to do a task: fills its free task slot; the plan's status opens the task.
 *
 * @param request the operator's request that is taken up with it
 */
public record StartTask(Reason reason, Task task, Optional<RequestChange> request)
    implements Decision {
  @Override
  public String code() {
    return "START_TASK";
  }

  @Override
  public String summary() {
    return "tell " + task.header().executor() + " to do a task: " + task.kind();
  }

  @Override
  public Map<String, Object> values() {
    Map<String, Object> attributes =
        new LinkedHashMap<>(TaskCodec.write(new TaskSlot(task, InstructionSlot.State.OPEN)));
    attributes.remove("schemaVersion");
    attributes.remove("slotState");
    return attributes;
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    String id = task.header().id();
    if (next.tasks().open().filter(open -> open.taskId().equals(id)).isEmpty()) {
      throw new IllegalStateException("task " + id + " is told, but the plan's status opens none");
    }
    List<Write> parts = new ArrayList<>();
    parts.add(TaskSlotWrites.fill(view.cluster(), new TaskSlot(task, InstructionSlot.State.OPEN)));
    request.ifPresent(change -> parts.add(change.write(view.cluster())));
    return DecisionWrites.of(parts);
  }

  @Override
  public Reason journalled() {
    return reason
        .and("task", task.header().id())
        .and("kind", task.kind())
        .and("executor", task.header().executor());
  }
}
