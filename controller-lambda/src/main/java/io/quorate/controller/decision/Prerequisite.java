package io.quorate.controller.decision;

import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Bootstrap;
import io.quorate.state.Lineage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a decision needs done outside the tables before its transaction; harmless to repeat. */
public sealed interface Prerequisite {
  /** The mirror of the lineage holds this bootstrap. */
  record MirrorBootstrap(Bootstrap bootstrap) implements Prerequisite {}

  /** The mirror of the lineage holds all generations of the table's lineage. */
  record MirrorLineage(Lineage lineage) implements Prerequisite {}

  /**
   * The bucket does not hold these objects.
   *
   * @param keys in the order in which they are deleted
   * @param uploadsBefore besides, uploads that began before this time are aborted
   * @param snapshot whose objects they are; empty where they are nobody's
   */
  record DeleteObjects(
      List<String> keys, Optional<Instant> uploadsBefore, Optional<SnapshotRecord> snapshot)
      implements Prerequisite {
    public DeleteObjects {
      keys = List.copyOf(keys);
    }
  }

  /**
   * The bucket says whether a snapshot is pinned.
   *
   * @param by who pins it; empty: it is pinned no longer
   */
  record PinSnapshot(SnapshotId snapshot, Optional<String> by) implements Prerequisite {}

  /** The bucket says that the voter of a snapshot held other data than a majority, and why. */
  record MarkDiffering(SnapshotId snapshot, String because) implements Prerequisite {}

  /** The bucket holds the cluster's key of tokens for this sign method. */
  record HoldTokenKey(String signMethod) implements Prerequisite {}
}
