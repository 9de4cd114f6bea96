package io.quorate.state;

import io.quorate.task.TaskKind;
import java.util.Map;
import java.util.Optional;

/**
 * The lane of tasks, beside that of membership changes.
 *
 * @param open the one open task
 * @param last how the latest task of each kind ended
 * @param bucket the controller's own work on the bucket
 */
public record TaskLane(Optional<OpenTask> open, Map<TaskKind, LastTask> last, BucketUpkeep bucket) {
  /** No task was ever told. */
  public static final TaskLane NONE = new TaskLane(Optional.empty(), Map.of(), BucketUpkeep.NONE);

  public TaskLane {
    last = Map.copyOf(last);
  }

  /** Opens the one task; refuses a second. */
  public TaskLane opening(OpenTask next) {
    if (open.isPresent()) {
      throw new IllegalStateException(
          "task " + open.get().taskId() + " is open: close it before another");
    }
    return new TaskLane(Optional.of(next), last, bucket);
  }

  /** Marks the open task as to be cancelled. */
  public TaskLane cancelling() {
    return new TaskLane(Optional.of(open.orElseThrow().cancelling()), last, bucket);
  }

  /** Closes the open task, which must be this one, with how it ended. */
  public TaskLane closing(String taskId, LastTask ended) {
    OpenTask closed =
        open.filter(task -> task.taskId().equals(taskId))
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "task "
                            + taskId
                            + " is not open, but "
                            + open.map(OpenTask::taskId).orElse("none")));
    Map<TaskKind, LastTask> next = new java.util.EnumMap<>(TaskKind.class);
    next.putAll(last);
    next.put(closed.kind(), ended);
    return new TaskLane(Optional.empty(), next, bucket);
  }

  /**
   * The lane as the next generation begins: nothing is open, and what failed in the generation
   * before delays nothing of this one.
   */
  public TaskLane ofNextGeneration() {
    return new TaskLane(Optional.empty(), Map.of(), bucket);
  }

  /** Replaces what is known of the work on the bucket. */
  public TaskLane withBucket(BucketUpkeep next) {
    return new TaskLane(open, last, next);
  }
}
