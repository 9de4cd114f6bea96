package io.quorate.command;

import io.quorate.wire.Wire;
import java.time.Duration;

/**
 * Defragment the own etcd's database, which answers nothing meanwhile.
 *
 * @param header who is told, and by whom
 * @param deadline how long it may take
 */
public record DefragmentMember(@Wire.Inline CommandHeader header, Duration deadline)
    implements Command {
  @Override
  public CommandKind kind() {
    return CommandKind.DEFRAGMENT;
  }
}
