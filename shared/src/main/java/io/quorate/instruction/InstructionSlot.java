package io.quorate.instruction;

/**
 * A node's instruction slot in the clusters table. It is overwritten only when the instruction in
 * it is closed, or to ask for its cancel.
 *
 * @param instruction what the node is told
 * @param state whether it is still wanted
 */
public record InstructionSlot(Instruction instruction, State state) {
  /** Whether the instruction is still wanted. */
  public enum State {
    /** To be carried out. */
    OPEN,
    /** To be undone or finished at the next step, and acknowledged with an outcome. */
    CANCEL_REQUESTED,
    /** Its outcome is in the journal; the slot is free. */
    CLOSED
  }

  /** The same instruction in another state. */
  public InstructionSlot in(State next) {
    return new InstructionSlot(instruction, next);
  }
}
