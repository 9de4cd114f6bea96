package io.quorate.command;

import java.util.Map;

/**
 * How a command ended on its executor.
 *
 * @param commandId the command
 * @param kind its kind
 * @param result how it ended
 * @param step the step it ended at; empty in the maintenance lane
 * @param attempt which attempt ended so, from one; zero in the membership lane, which resumes
 * @param detail why, in words for people
 * @param values what it found, by name; for a snapshot those of its manifest
 */
public record Outcome(
    String commandId,
    CommandKind kind,
    Result result,
    String step,
    long attempt,
    String detail,
    Map<String, Object> values) {
  public Outcome {
    values = Map.copyOf(values);
  }

  /** Of a command of the membership lane. */
  public Outcome(String commandId, CommandKind kind, Result result, String step, String detail) {
    this(commandId, kind, result, step, 0, detail, Map.of());
  }

  /** Of a command of the maintenance lane. */
  public Outcome(
      String commandId,
      long attempt,
      CommandKind kind,
      Result result,
      String detail,
      Map<String, Object> values) {
    this(commandId, kind, result, "", attempt, detail, values);
  }

  /** How a command ended. */
  public enum Result {
    /** What it asked for holds. */
    DONE,
    /** It could not be carried out; whatever it had begun was undone. */
    FAILED,
    /** It was undone or stopped on request. */
    CANCELLED,
    /** It carried an older generation or token, or was for another cluster: no effect. */
    REFUSED
  }
}
