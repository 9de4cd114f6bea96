package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.CancelTask;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.snapshots.SnapshotDue;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.state.OpenTask;
import io.quorate.state.Operation;
import io.quorate.task.TaskKind;
import java.util.Map;
import java.util.Optional;

/**
 * Asks for the open task's cancel when its deadline has passed, when its executor is told to change
 * the membership, or when that is being terminated: a task never delays a change. Nor does a
 * verification delay the snapshot of what a majority holds in memory only, for some seconds.
 */
public final class CancelOverdueTask implements Rule {
  @Override
  public String code() {
    return "CANCEL_OVERDUE_TASK";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState
        .status()
        .tasks()
        .open()
        .filter(open -> !open.cancelRequested())
        .filter(open -> slotHolds(clusterState, open))
        .flatMap(open -> why(clusterState, open).map(why -> cancel(clusterState, open, why)));
  }

  private static boolean slotHolds(ClusterState clusterState, OpenTask open) {
    return Optional.ofNullable(clusterState.view().records().taskSlots().get(open.executor()))
        .filter(slot -> slot.task().header().id().equals(open.taskId()))
        .isPresent();
  }

  private static Optional<Reason> why(ClusterState clusterState, OpenTask open) {
    Optional<Operation> operation =
        clusterState
            .status()
            .operation()
            .filter(change -> change.executor().equals(open.executor()));
    String task = open.kind() + " on " + open.executor();
    if (operation.isPresent()) {
      return Optional.of(
          Reason.of(
              "TASK_BESIDE_CHANGE",
              task + " gives way to " + operation.get().kind() + ", which that node was told"));
    }
    if (clusterState.status().terminating(open.executor())) {
      return Optional.of(
          Reason.of("TASK_BESIDE_CHANGE", task + " gives way to that node's termination"));
    }
    if (open.kind() == TaskKind.VERIFY_SNAPSHOT && SnapshotDue.rescueAwaited(clusterState)) {
      return Optional.of(
          Reason.of(
              "TASK_BESIDE_RESCUE",
              task + " gives way to a snapshot of what a majority holds in memory only"));
    }
    return clusterState.view().observedAt().isAfter(open.deadline())
        ? Optional.of(Reason.of("TASK_OVERDUE", task + " has been open since " + open.since()))
        : Optional.empty();
  }

  private static Plan cancel(ClusterState clusterState, OpenTask open, Reason why) {
    return new Plan(
        new CancelTask(why, open.executor(), open.taskId()),
        clusterState.status().withTasks(clusterState.status().tasks().cancelling()),
        Map.of());
  }
}
