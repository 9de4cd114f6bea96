package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.task.TaskKind;
import io.quorate.task.TaskOutcome;
import java.time.Instant;
import java.util.Optional;

/**
 * The one open task of a cluster.
 *
 * @param taskId the task
 * @param kind its kind
 * @param executor who was told
 * @param subject what it is about, such as a snapshot's id
 * @param request the operator's request that it serves
 * @param since when it was told, by the controller's clock
 * @param deadline until when it may take
 * @param cancelRequested whether its cancel was asked for
 */
public record OpenTask(
    String taskId,
    TaskKind kind,
    InstanceId executor,
    String subject,
    Optional<String> request,
    Instant since,
    Instant deadline,
    boolean cancelRequested) {
  /** The snapshot that it is about; empty where it is about something else. */
  public Optional<SnapshotId> snapshot() {
    return switch (kind) {
      case TAKE_SNAPSHOT, VERIFY_SNAPSHOT -> Optional.of(new SnapshotId(subject));
      case UPLOAD_DIRECTORY -> Optional.empty();
    };
  }

  /** What its executor answers, by its heartbeat; empty while it has not answered. */
  public Optional<TaskOutcome> answer(Heartbeat executor) {
    return executor.report().taskOutcome().filter(outcome -> outcome.taskId().equals(taskId));
  }

  /** The same task with its cancel asked for. */
  public OpenTask cancelling() {
    return new OpenTask(taskId, kind, executor, subject, request, since, deadline, true);
  }
}
