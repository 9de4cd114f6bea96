package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.controller.view.ClusterView;
import io.quorate.instruction.InstructionSlot;
import io.quorate.state.LastTask;
import io.quorate.state.OpenTask;
import io.quorate.state.Status;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Closes the open task: frees its slot and keeps what came of it.
 *
 * @param task the open one
 * @param ended how it ended
 * @param catalogue what it changes in the catalogue of snapshots
 * @param request the request that it answers
 */
public record CloseTask(
    Reason reason,
    OpenTask task,
    LastTask ended,
    Optional<CatalogueChange> catalogue,
    Optional<RequestChange> request)
    implements Decision {
  /** The code, by which programs count how tasks ended. */
  public static final String CODE = "CLOSE_TASK";

  @Override
  public String code() {
    return CODE;
  }

  @Override
  public String summary() {
    return "close " + task.taskId() + ", which " + task.executor() + " was told";
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder()
        .with("taskId", task.taskId())
        .with("executor", task.executor())
        .with("result", ended.result())
        .with("detail", ended.detail())
        .build();
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    if (next.tasks().open().isPresent()) {
      throw new IllegalStateException("task " + task.taskId() + " is closed, but stays open");
    }
    List<Write> parts = new ArrayList<>();
    Optional.ofNullable(view.records().taskSlots().get(task.executor()))
        .filter(slot -> slot.task().header().id().equals(task.taskId()))
        .map(slot -> TaskSlotWrites.move(view.cluster(), slot, InstructionSlot.State.CLOSED))
        .ifPresent(parts::add);
    catalogue.ifPresent(change -> parts.add(change.write(view.cluster(), view.observedAt())));
    request.ifPresent(change -> parts.add(change.write(view.cluster())));
    return DecisionWrites.of(parts);
  }

  @Override
  public Reason journalled() {
    return reason
        .and("task", task.taskId())
        .and("kind", task.kind())
        .and("executor", task.executor())
        .and("result", ended.result())
        .and("detail", ended.detail());
  }
}
