package io.quorate.controller.plan.snapshots;

import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Prerequisite;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RecordAgreement;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.BucketUse;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records what the comparisons of the voters' data say of snapshots ({@link SnapshotAgreement}):
 * rounds are forgotten before snapshots are. The bucket gets a mark beside each snapshot whose
 * voter differed, one at a time, so that a catalogue that is made again from the bucket tells it.
 */
public final class RecordSnapshotAgreement implements Rule {
  private static final int LINES = 50;

  @Override
  public String code() {
    return "RECORD_AGREEMENT";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  /** A recovery is to know which snapshots it may use. */
  @Override
  public boolean besideEverything() {
    return true;
  }

  /** A note in the catalogue changes no cluster. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    List<CatalogueChange> changes =
        SnapshotAgreement.changes(clusterState.view()).stream().limit(LINES).toList();
    Optional<CatalogueChange> differing =
        changes.stream().filter(change -> after(change).differs()).findFirst();
    if (differing.isPresent()) {
      return differing(clusterState, differing.get());
    }
    return changes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Plan(
                new RecordAgreement(
                    Reason.of(
                        "VOTERS_EQUAL",
                        "all voters held the same data after "
                            + changes.size()
                            + " snapshots were taken from them"),
                    changes,
                    Optional.empty()),
                clusterState.status(),
                Map.of()));
  }

  private static Optional<Plan> differing(ClusterState clusterState, CatalogueChange change) {
    Status status = clusterState.status();
    if (!status.tasks().bucket().mayAsk(BucketUse.SNAPSHOTS, clusterState.view().observedAt())) {
      return Optional.empty();
    }
    SnapshotRecord record = after(change);
    String because =
        "the data of member "
            + record.manifest().member()
            + " on "
            + record.manifest().instance()
            + ", from which snapshot "
            + record.id()
            + " was taken, differed from those of a majority";
    return Optional.of(
        new Plan(
            new RecordAgreement(
                Reason.of(
                        "SNAPSHOT_DIFFERS",
                        because + ": a recovery takes it only where an operator names it")
                    .and("snapshot", record.id()),
                List.of(change),
                Optional.of(new Prerequisite.MarkDiffering(record.id(), because))),
            status.withTasks(
                status.tasks().withBucket(status.tasks().bucket().succeeded(BucketUse.SNAPSHOTS))),
            Map.of()));
  }

  private static SnapshotRecord after(CatalogueChange change) {
    return change.after().orElseThrow();
  }
}
