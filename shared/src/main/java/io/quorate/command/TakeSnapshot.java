package io.quorate.command;

import io.quorate.snapshot.SnapshotId;
import io.quorate.wire.Wire;
import java.time.Duration;

/**
 * Stream a snapshot of the own etcd to the bucket, then write its manifest.
 *
 * @param header who is told, and by whom
 * @param snapshot the id, minted by the planner
 * @param because why it is taken: {@code scheduled}, or who asked
 * @param deadline how long it may take
 */
public record TakeSnapshot(
    @Wire.Inline CommandHeader header,
    SnapshotId snapshot,
    String because,
    @Wire.After("header") Duration deadline)
    implements Command {
  @Override
  public CommandKind kind() {
    return CommandKind.TAKE_SNAPSHOT;
  }
}
