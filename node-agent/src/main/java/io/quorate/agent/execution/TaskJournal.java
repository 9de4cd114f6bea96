package io.quorate.agent.execution;

import io.quorate.task.TaskOutcome;
import java.util.Optional;

/**
 * What the journal holds of tasks. A task that an agent did not live to end begins anew, as one
 * more attempt.
 *
 * @param attempt the latest attempt that was begun
 * @param outcome of the latest task that ended, until another one begins
 */
public record TaskJournal(Optional<Attempt> attempt, Optional<TaskOutcome> outcome) {
  /** No task was ever told. */
  public static final TaskJournal NONE = new TaskJournal(Optional.empty(), Optional.empty());

  /**
   * An attempt of a task.
   *
   * @param taskId the task
   * @param number from one
   */
  public record Attempt(String taskId, long number) {}

  /** One more attempt of this task. */
  public TaskJournal beginning(String taskId) {
    return new TaskJournal(
        Optional.of(new Attempt(taskId, attempts(taskId) + 1)), Optional.empty());
  }

  /** The task ended. */
  public TaskJournal ended(TaskOutcome how) {
    return new TaskJournal(attempt, Optional.of(how));
  }

  /** How often this task was begun. */
  public long attempts(String taskId) {
    return attempt.filter(latest -> latest.taskId().equals(taskId)).map(Attempt::number).orElse(0L);
  }

  /** Whether this task ended. */
  public boolean answered(String taskId) {
    return outcome.filter(ended -> ended.taskId().equals(taskId)).isPresent();
  }
}
