package io.quorate.task;

import io.quorate.instruction.InstructionHeader;
import io.quorate.snapshot.SnapshotId;
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
    InstructionHeader header, SnapshotId snapshot, String because, Duration deadline)
    implements Task {
  @Override
  public TaskKind kind() {
    return TaskKind.TAKE_SNAPSHOT;
  }
}
