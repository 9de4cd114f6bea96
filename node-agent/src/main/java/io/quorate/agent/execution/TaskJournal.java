package io.quorate.agent.execution;

import io.quorate.command.Outcome;
import java.util.Optional;

/**
 * What the journal holds of tasks. A task that an agent did not live to end begins anew, as one
 * more attempt.
 *
 * @param attempt the latest attempt that was begun
 * @param outcome of the latest task that ended, until another one begins
 */
public record TaskJournal(Optional<Attempt> attempt, Optional<Outcome> outcome) {
  /** No task was ever told. */
  public static final TaskJournal NONE = new TaskJournal(Optional.empty(), Optional.empty());

  /**
   * An attempt of a task.
   *
   * @param commandId the task
   * @param number from one
   */
  public record Attempt(String commandId, long number) {}

  /** One more attempt of this task. */
  public TaskJournal beginning(String commandId) {
    return new TaskJournal(
        Optional.of(new Attempt(commandId, attempts(commandId) + 1)), Optional.empty());
  }

  /** The task ended. */
  public TaskJournal ended(Outcome how) {
    return new TaskJournal(attempt, Optional.of(how));
  }

  /** How often this task was begun. */
  public long attempts(String commandId) {
    return attempt
        .filter(latest -> latest.commandId().equals(commandId))
        .map(Attempt::number)
        .orElse(0L);
  }
}
