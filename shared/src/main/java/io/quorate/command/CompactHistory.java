package io.quorate.command;

import io.quorate.wire.Wire;
import java.time.Duration;
import java.util.Optional;

/**
 * Compact the history of the whole cluster up to a revision, through the own etcd.
 *
 * @param header who is told, and by whom
 * @param revision the oldest revision that can still be read
 * @param deadline how long it may take
 * @param cure what it is for where no operator asked for it
 */
public record CompactHistory(
    @Wire.Inline CommandHeader header,
    long revision,
    @Wire.After("header") Duration deadline,
    Optional<Cure> cure)
    implements Command {
  /** Why Quorate compacts by itself; a revision that is compacted already is as good. */
  public enum Cure {
    /** To what is kept anyway. */
    KEPT,
    /** To the newest revision. */
    EMERGENCY
  }

  /** One that an operator asked for. */
  public CompactHistory(CommandHeader header, long revision, Duration deadline) {
    this(header, revision, deadline, Optional.empty());
  }

  @Override
  public CommandKind kind() {
    return CommandKind.COMPACT;
  }
}
