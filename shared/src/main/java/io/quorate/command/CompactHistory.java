package io.quorate.command;

import io.quorate.wire.Wire;
import java.time.Duration;

/**
 * Compact the history of the whole cluster up to a revision, through the own etcd.
 *
 * @param header who is told, and by whom
 * @param revision the oldest revision that can still be read
 * @param deadline how long it may take
 */
public record CompactHistory(
    @Wire.Inline CommandHeader header, long revision, @Wire.After("header") Duration deadline)
    implements Command {
  @Override
  public CommandKind kind() {
    return CommandKind.COMPACT;
  }
}
