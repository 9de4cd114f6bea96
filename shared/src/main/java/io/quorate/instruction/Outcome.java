package io.quorate.instruction;

/**
 * How an instruction ended on its executor.
 *
 * @param instructionId the instruction
 * @param kind its kind
 * @param result how it ended
 * @param step the step it ended at
 * @param detail why, in words for people
 */
public record Outcome(
    String instructionId, InstructionKind kind, Result result, String step, String detail) {
  /** How an instruction ended. */
  public enum Result {
    /** What it asked for holds. */
    DONE,
    /** It could not be carried out; whatever it had begun was undone. */
    FAILED,
    /** It was undone on request. */
    CANCELLED,
    /** It carried an older generation or token, or was for another cluster: no effect. */
    REFUSED
  }
}
