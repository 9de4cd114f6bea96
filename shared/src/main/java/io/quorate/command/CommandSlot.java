package io.quorate.command;

import java.time.Instant;
import java.util.Optional;

/**
 * A node's slot of one lane in the clusters table. It is overwritten only when the command in it is
 * closed, or to ask for its cancel.
 *
 * @param command what the node is told
 * @param state whether it is still wanted
 * @param closedAt when it was closed; empty while it is not, and where an older release closed it
 */
public record CommandSlot(Command command, State state, Optional<Instant> closedAt) {
  /** One that no controller of this release closed. */
  public CommandSlot(Command command, State state) {
    this(command, state, Optional.empty());
  }

  /** Whether the command is still wanted. */
  public enum State {
    /** To be carried out. */
    OPEN,
    /** To be undone, stopped or finished, and acknowledged with an outcome. */
    CANCEL_REQUESTED,
    /** Its outcome is in the journal; the slot is free. */
    CLOSED
  }

  /** The same command in another state. */
  public CommandSlot in(State next) {
    return new CommandSlot(command, next, closedAt);
  }

  /** The same command, no longer wanted from now on. */
  public CommandSlot closed(Instant now) {
    return new CommandSlot(command, State.CLOSED, Optional.of(now));
  }

  /** Whether it holds this command. */
  public boolean holds(String commandId) {
    return command.header().id().equals(commandId);
  }
}
