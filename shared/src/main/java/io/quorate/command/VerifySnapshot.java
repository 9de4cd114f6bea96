package io.quorate.command;

import io.quorate.snapshot.SnapshotId;
import io.quorate.wire.Wire;
import java.time.Duration;

/**
 * Restore a snapshot in isolation and compare it with its manifest.
 *
 * @param header who is told, and by whom
 * @param snapshot which snapshot; its manifest is in the bucket
 * @param deadline how long it may take
 */
public record VerifySnapshot(
    @Wire.Inline CommandHeader header, SnapshotId snapshot, @Wire.After("header") Duration deadline)
    implements Command {
  @Override
  public CommandKind kind() {
    return CommandKind.VERIFY_SNAPSHOT;
  }
}
