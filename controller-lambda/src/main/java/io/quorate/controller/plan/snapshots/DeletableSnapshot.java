package io.quorate.controller.plan.snapshots;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotRecord.State;
import java.util.List;
import java.util.Optional;

/**
 * Whether an operator may delete a snapshot: not a pinned one, nor the newest verified one of its
 * generation; while that has none, only one that was found wrong.
 */
public final class DeletableSnapshot {
  private DeletableSnapshot() {}

  /** Why not; empty if it may. */
  public static Optional<String> refusal(ClusterState clusterState, SnapshotRecord record) {
    if (record.pinnedBy().isPresent()) {
      return Optional.of(
          "snapshot "
              + record.id()
              + " is pinned by "
              + record.pinnedBy().get()
              + ": unpin it first");
    }
    boolean named =
        clusterState
            .status()
            .tasks()
            .open()
            .filter(open -> open.subject().equals(record.id().value()))
            .isPresent();
    if (named) {
      return Optional.of("snapshot " + record.id() + " is being verified: wait for that to end");
    }
    List<SnapshotRecord> generation =
        clusterState.view().records().snapshots().stream()
            .filter(other -> other.id().generation().equals(record.id().generation()))
            .toList();
    Optional<SnapshotRecord> newest =
        Retention.newestVerified(generation, clusterState.view().observedAt());
    if (newest.filter(record::equals).isPresent()) {
      return Optional.of(
          "snapshot "
              + record.id()
              + " is the newest verified one of generation "
              + record.id().generation()
              + ": verify a newer one first");
    }
    return newest.isEmpty() && record.state() != State.FAILED
        ? Optional.of(
            "generation "
                + record.id().generation()
                + " has no verified snapshot, and none of it is deleted until it has: verify one"
                + " first")
        : Optional.empty();
  }
}
