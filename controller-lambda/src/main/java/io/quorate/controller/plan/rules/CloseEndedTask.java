package io.quorate.controller.plan.rules;

import io.quorate.controller.decision.CloseTask;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.plan.snapshots.DirectoryUploads;
import io.quorate.controller.plan.snapshots.EndedTask;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.instruction.Outcome.Result;
import io.quorate.request.Request;
import io.quorate.state.LastTask;
import io.quorate.state.OpenTask;
import io.quorate.state.Status;
import io.quorate.task.TaskKind;
import io.quorate.task.TaskOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Closes the open task when its executor has answered or is proven terminated, and, for kinds whose
 * late effect harms nobody, when its deadline and a grace have passed. What came of it is written
 * in the same transaction: the catalogue's line, how often its kind failed, the request's answer.
 */
public final class CloseEndedTask implements Rule {
  private static final Duration ASKED_AGAIN_FOR = Duration.ofHours(1);

  @Override
  public String code() {
    return "CLOSE_TASK";
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return clusterState
        .status()
        .tasks()
        .open()
        .flatMap(open -> ended(clusterState, open).map(ended -> close(clusterState, open, ended)));
  }

  private static Optional<EndedTask> ended(ClusterState clusterState, OpenTask open) {
    Optional<TaskOutcome> answer =
        clusterState.node(open.executor()).flatMap(node -> open.answer(node.heartbeat()));
    if (answer.isPresent()) {
      return Optional.of(EndedTask.of(clusterState, open, answer.get()));
    }
    if (clusterState.health().gone(open.executor())) {
      return Optional.of(EndedTask.failed("OTHER: EC2 shows " + open.executor() + " terminated"));
    }
    Instant last = open.deadline().plus(clusterState.view().spec().timings().silentGrace());
    boolean over = clusterState.view().observedAt().isAfter(last);
    return over && harmlessWhenLate(open.kind())
        ? Optional.of(
            EndedTask.failed(
                "OTHER: " + open.executor() + " has not answered since " + open.since()))
        : Optional.empty();
  }

  /** What such a task still writes after it was closed, it writes once under a name of its own. */
  private static boolean harmlessWhenLate(TaskKind kind) {
    return switch (kind) {
      case TAKE_SNAPSHOT, VERIFY_SNAPSHOT, UPLOAD_DIRECTORY -> true;
    };
  }

  private static Plan close(ClusterState clusterState, OpenTask open, EndedTask ended) {
    Instant now = clusterState.view().observedAt();
    long before =
        Optional.ofNullable(clusterState.status().tasks().last().get(open.kind()))
            .map(LastTask::failures)
            .orElse(0L);
    long failures =
        switch (ended.result()) {
          case DONE -> 0;
          case FAILED -> ended.counts() ? before + 1 : 0;
          case REFUSED -> before + 1;
          case CANCELLED -> gaveWay(clusterState, open) ? before : before + 1;
        };
    LastTask last = new LastTask(open.executor(), now, ended.result(), ended.detail(), failures);
    Reason reason =
        Reason.of(
            "TASK_" + ended.result(),
            open.kind() + " on " + open.executor() + ": " + ended.detail());
    return new Plan(
        new CloseTask(reason, open, last, ended.catalogue(), answered(clusterState, open, ended)),
        ended(clusterState, open, ended)
            .withTasks(clusterState.status().tasks().closing(open.taskId(), last)),
        Map.of());
  }

  /** What the task was about is known to be in the bucket now. */
  private static Status ended(ClusterState clusterState, OpenTask open, EndedTask ended) {
    return switch (open.kind()) {
      case TAKE_SNAPSHOT, VERIFY_SNAPSHOT -> clusterState.status();
      case UPLOAD_DIRECTORY ->
          ended.result() == Result.DONE
              ? DirectoryUploads.done(clusterState, open)
              : clusterState.status();
    };
  }

  /**
   * A task that was stopped for a membership change has not failed: it begins again after the
   * change.
   */
  private static boolean gaveWay(ClusterState clusterState, OpenTask open) {
    return clusterState.status().terminating(open.executor())
        || clusterState
            .status()
            .operation()
            .filter(change -> change.executor().equals(open.executor()))
            .isPresent();
  }

  private static Optional<RequestChange> answered(
      ClusterState clusterState, OpenTask open, EndedTask ended) {
    return clusterState.view().records().requests().stream()
        .filter(request -> open.request().filter(request.id()::equals).isPresent())
        .filter(request -> !request.state().closed())
        .findFirst()
        .map(
            request ->
                new RequestChange(
                    request,
                    request.in(
                        state(clusterState, open, request, ended.result()),
                        ended.detail(),
                        Map.of(
                            "task", open.taskId(),
                            "snapshot", open.subject(),
                            "executor", open.executor().value()))));
  }

  /** What was cancelled for the sake of a change is tried again. */
  private static Request.State state(
      ClusterState clusterState, OpenTask open, Request request, Result result) {
    Instant now = clusterState.view().observedAt();
    return switch (result) {
      case DONE -> Request.State.DONE;
      case FAILED, REFUSED -> Request.State.FAILED;
      case CANCELLED ->
          gaveWay(clusterState, open) && now.isBefore(request.at().plus(ASKED_AGAIN_FOR))
              ? Request.State.OPEN
              : Request.State.FAILED;
    };
  }
}
