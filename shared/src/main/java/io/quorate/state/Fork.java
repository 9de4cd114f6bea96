package io.quorate.state;

import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;

/**
 * Where a generation left its parent. What the parent wrote after the fork belongs to no later
 * generation, and is restored by none.
 *
 * @param generation the generation that began
 * @param parent the generation whose data it continues; not always the one before it
 * @param forkRevision the parent's revision up to which its data is continued
 * @param snapshot the snapshot that was restored
 */
public record Fork(
    Generation generation, Generation parent, long forkRevision, SnapshotId snapshot) {
  /** Refuses a parent that is not older. */
  public Fork {
    if (!parent.before(generation)) {
      throw new IllegalArgumentException(
          "generation " + generation + " with parent " + parent + ": expected an older one");
    }
  }

  /** The fork that a generation's source makes. */
  static Fork of(Generation generation, GenerationSource source) {
    return new Fork(generation, source.parent(), source.forkRevision(), source.snapshot());
  }
}
