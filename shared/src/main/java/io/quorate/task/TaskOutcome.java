package io.quorate.task;

import io.quorate.instruction.Outcome;
import java.util.Map;

/**
 * How a task ended on its executor.
 *
 * @param taskId the task
 * @param attempt which attempt of that task ended so, from one
 * @param kind its kind
 * @param result how it ended
 * @param detail why, in words for people
 * @param values what it found, by name; for a snapshot those of its manifest
 */
public record TaskOutcome(
    String taskId,
    long attempt,
    TaskKind kind,
    Outcome.Result result,
    String detail,
    Map<String, Object> values) {
  public TaskOutcome {
    values = Map.copyOf(values);
  }
}
