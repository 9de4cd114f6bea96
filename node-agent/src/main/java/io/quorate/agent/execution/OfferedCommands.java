package io.quorate.agent.execution;

import io.quorate.command.Command;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.state.Lineage;
import java.util.Optional;

/** The newest control record that a runner was offered, and what it asks of the runner. */
public final class OfferedCommands {
  private Optional<ControlRecord> record = Optional.empty();

  /**
   * A command that may begin, or must be refused.
   *
   * @param refusal why it is refused
   */
  public record Offer(CommandSlot slot, Optional<String> refusal) {}

  /** Replaces the record. */
  public synchronized void offer(ControlRecord newest) {
    record = Optional.of(newest);
  }

  private synchronized Optional<ControlRecord> record() {
    return record;
  }

  /** The lineage of the record. */
  public Optional<Lineage> lineage() {
    return record().flatMap(ControlRecord::lineage);
  }

  /**
   * What the record offers of a lane of which nothing is under way; empty while nothing is to be
   * done.
   */
  public Optional<Offer> next(AgentJournal journal, Lane lane) {
    Optional<ControlRecord> read = record();
    Optional<CommandSlot> slot = read.flatMap(now -> now.slot(lane));
    Optional<Lineage> lineage = read.flatMap(ControlRecord::lineage);
    if (slot.isEmpty() || lineage.isEmpty() || RecordCheck.stale(journal, lineage).isPresent()) {
      return Optional.empty();
    }
    return switch (CommandGate.check(journal, lineage.get().uid(), slot.get())) {
      case CommandGate.Ignore ignore -> Optional.empty();
      case CommandGate.Refuse refuse ->
          Optional.of(new Offer(slot.get(), Optional.of(refuse.detail())));
      case CommandGate.Accept accept -> Optional.of(new Offer(slot.get(), Optional.empty()));
    };
  }

  /** Whether the record asks for the cancel of a command under way, or holds a newer one. */
  public boolean cancels(Command underWay) {
    return record()
        .flatMap(read -> read.slot(underWay.kind().lane()))
        .filter(
            slot ->
                slot.holds(underWay.header().id())
                    ? slot.state() != CommandSlot.State.OPEN
                    : underWay.header().token().before(slot.command().header().token()))
        .isPresent();
  }
}
