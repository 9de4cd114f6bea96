package io.quorate.task;

import io.quorate.instruction.InstructionHeader;
import io.quorate.snapshot.SnapshotId;
import java.time.Duration;

/**
 * Restore a snapshot in isolation and compare it with its manifest.
 *
 * @param header who is told, and by whom
 * @param snapshot which snapshot; its manifest is in the bucket
 * @param deadline how long it may take
 */
public record VerifySnapshot(InstructionHeader header, SnapshotId snapshot, Duration deadline)
    implements Task {
  @Override
  public TaskKind kind() {
    return TaskKind.VERIFY_SNAPSHOT;
  }
}
