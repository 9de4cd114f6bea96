package io.quorate.command;

import io.quorate.wire.Wire;
import java.time.Duration;

/**
 * Disarm etcd's alarm NOSPACE, once no member's database is larger than this.
 *
 * @param header who is told, and by whom
 * @param mostBytes the size that none may exceed
 * @param deadline how long it may take
 */
public record DisarmAlarm(
    @Wire.Inline CommandHeader header, @Wire.Count long mostBytes, Duration deadline)
    implements Command {
  @Override
  public CommandKind kind() {
    return CommandKind.DISARM_ALARM;
  }
}
