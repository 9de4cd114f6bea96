package io.quorate.instruction;

import java.time.Instant;
import java.util.Optional;

/**
 * A node's instruction slot in the clusters table. It is overwritten only when the instruction in
 * it is closed, or to ask for its cancel.
 *
 * @param instruction what the node is told
 * @param state whether it is still wanted
 * @param closedAt when it was closed; empty while it is not, and where an older release closed it
 */
public record InstructionSlot(Instruction instruction, State state, Optional<Instant> closedAt) {
  /** One that no controller of this release closed. */
  public InstructionSlot(Instruction instruction, State state) {
    this(instruction, state, Optional.empty());
  }

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
    return new InstructionSlot(instruction, next, closedAt);
  }

  /** The same instruction, no longer wanted from now on. */
  public InstructionSlot closed(Instant now) {
    return new InstructionSlot(instruction, State.CLOSED, Optional.of(now));
  }
}
