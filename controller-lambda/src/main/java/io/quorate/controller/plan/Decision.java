package io.quorate.controller.plan;

import io.quorate.instruction.Instruction;
import io.quorate.instruction.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.state.Birth;
import io.quorate.state.Termination;
import java.util.Optional;

/** What one turn does about one cluster; at most one thing. */
public sealed interface Decision {
  /** Why. */
  Reason reason();

  /** Nothing is done in this turn: all is well, or something is awaited. */
  record Rest(Reason reason) implements Decision {}

  /** Uses the right to bootstrap: records the birth, to be finished exactly as recorded. */
  record DecideBirth(Reason reason, Birth birth) implements Decision {}

  /** Records the birth's twin in the archive, then makes the birth final. */
  record FinishBirth(Reason reason, Birth birth) implements Decision {}

  /** Tells a node to do something; the plan's status opens the operation. */
  record Issue(Reason reason, Instruction instruction) implements Decision {}

  /** Asks the executor of the open instruction to undo it; only its answer closes it. */
  record RequestCancel(Reason reason, InstanceId executor, String instructionId)
      implements Decision {}

  /**
   * Closes the open instruction.
   *
   * @param outcome what its executor answered; absent when the executor is proven terminated
   */
  record Close(Reason reason, InstanceId executor, String instructionId, Optional<Outcome> outcome)
      implements Decision {}

  /** Records the intent to terminate an instance; performing it is a later turn's decision. */
  record IntendTermination(Reason reason, Termination termination) implements Decision {}

  /** Performs a recorded termination, again if need be. */
  record Terminate(Reason reason, Termination termination) implements Decision {}

  /** Asks the group to let a terminated instance go, again if need be. */
  record HandBack(Reason reason, Termination handBack) implements Decision {}

  /** Nothing is decided for this cluster until a person has looked. */
  record Halt(Reason reason) implements Decision {}

  /** What it is, in one word for journals and screens. */
  default String name() {
    return getClass().getSimpleName();
  }
}
