package io.quorate.agent.execution;

import io.quorate.command.CommandHeader;
import io.quorate.command.CommandSlot;
import io.quorate.model.ClusterUid;
import java.util.Optional;

/** Which command may have an effect (I4). */
public sealed interface CommandGate {
  /** It may. */
  record Accept() implements CommandGate {}

  /** Nothing is to be done: closed, or ended already. */
  record Ignore() implements CommandGate {}

  /** It must have no effect, and the outcome says why. */
  record Refuse(String detail) implements CommandGate {}

  /**
   * Checks a slot that this node is not carrying out.
   *
   * @param uid the UID that the record read together with the slot shows
   */
  static CommandGate check(AgentJournal journal, ClusterUid uid, CommandSlot slot) {
    CommandHeader header = slot.command().header();
    boolean ended =
        journal
            .outcome(slot.command().kind().lane())
            .filter(outcome -> outcome.commandId().equals(header.id()))
            .isPresent();
    return ended || slot.state() == CommandSlot.State.CLOSED
        ? new Ignore()
        : refusal(journal, uid, header).<CommandGate>map(Refuse::new).orElseGet(Accept::new);
  }

  private static Optional<String> refusal(
      AgentJournal journal, ClusterUid uid, CommandHeader header) {
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
