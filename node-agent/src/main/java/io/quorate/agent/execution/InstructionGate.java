package io.quorate.agent.execution;

import io.quorate.instruction.InstructionHeader;
import io.quorate.instruction.InstructionSlot;
import io.quorate.model.ClusterUid;
import io.quorate.task.TaskSlot;
import java.util.Optional;

/** Which instruction or task may have an effect (I4). */
public sealed interface InstructionGate {
  /** It may. */
  record Accept() implements InstructionGate {}

  /** Nothing is to be done: closed, or ended already. */
  record Ignore() implements InstructionGate {}

  /** It must have no effect, and the outcome says why. */
  record Refuse(String detail) implements InstructionGate {}

  /**
   * Checks a slot that this node is not carrying out.
   *
   * @param uid the UID that the record read together with the slot shows
   */
  static InstructionGate check(AgentJournal journal, ClusterUid uid, InstructionSlot slot) {
    InstructionHeader header = slot.instruction().header();
    if (slot.state() == InstructionSlot.State.CLOSED
        || journal.outcome().filter(o -> o.instructionId().equals(header.id())).isPresent()) {
      return new Ignore();
    }
    return refusal(journal, uid, header).<InstructionGate>map(Refuse::new).orElseGet(Accept::new);
  }

  /**
   * Checks a task's slot, of a task that this node is not carrying out.
   *
   * @param uid the UID that the record read together with the slot shows
   */
  static InstructionGate check(AgentJournal journal, ClusterUid uid, TaskSlot slot) {
    InstructionHeader header = slot.task().header();
    if (slot.state() == InstructionSlot.State.CLOSED || journal.tasks().answered(header.id())) {
      return new Ignore();
    }
    return refusal(journal, uid, header).<InstructionGate>map(Refuse::new).orElseGet(Accept::new);
  }

  private static Optional<String> refusal(
      AgentJournal journal, ClusterUid uid, InstructionHeader header) {
    if (!header.executor().equals(journal.instance())) {
      return Optional.of("it is for " + header.executor() + ", this is " + journal.instance());
    }
    ClusterUid known = journal.uid().orElse(uid);
    if (!header.uid().equals(known)) {
      return Optional.of("it is for UID " + header.uid() + ", this node is of " + known);
    }
    if (header.generation().before(journal.seenGeneration())) {
      return Optional.of(
          "generation " + header.generation() + " is older than " + journal.seenGeneration());
    }
    if (header.token().before(journal.seenToken())) {
      return Optional.of("token " + header.token() + " is older than " + journal.seenToken());
    }
    return Optional.empty();
  }
}
