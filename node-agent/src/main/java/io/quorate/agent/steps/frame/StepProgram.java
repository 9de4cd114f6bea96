package io.quorate.agent.steps.frame;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.command.CommandKind;
import java.util.List;
import java.util.Optional;

/**
 * How the agent carries out one kind of instruction: all of the agent's part of a kind is here. A
 * new kind needs one more of these, and a case in {@code StepCatalog}.
 */
public interface StepProgram {
  /** The kind. */
  CommandKind kind();

  /** The steps, in order. */
  List<NamedStep> steps();

  /** The steps that undo it, in order; the last one always ends it. */
  List<NamedStep> undo();

  /** Why it has to be undone at once, by what the journal says of the data; empty otherwise. */
  default Optional<String> abandoned(AgentJournal journal, CommandProgress progress) {
    return Optional.empty();
  }
}
