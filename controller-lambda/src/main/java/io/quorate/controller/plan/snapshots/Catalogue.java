package io.quorate.controller.plan.snapshots;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlausibleNumbers;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotRecord.State;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The snapshots of the living generation. One whose id is later than the clock is none of the
 * newest: its time is not when it was taken. Nor is one that ends at a revision which the cluster
 * cannot have reached, for none would be due after it, nor one that was found in the bucket, for
 * any agent may have put it there.
 */
public final class Catalogue {
  private final List<SnapshotRecord> all;
  private final List<SnapshotRecord> current;

  private Catalogue(List<SnapshotRecord> all, Generation generation, Instant now, long highest) {
    this.all = all;
    this.current =
        all.stream()
            .filter(record -> record.id().generation().equals(generation))
            .filter(record -> !record.found() && !record.id().later(now))
            .filter(record -> record.manifest().position().revision() <= highest)
            .sorted(Comparator.comparing(SnapshotRecord::id))
            .toList();
  }

  /** As this view's catalogue lists them. */
  public static Catalogue of(ClusterState clusterState) {
    return of(clusterState.view());
  }

  /** As this view's catalogue lists them. */
  public static Catalogue of(ClusterView view) {
    return new Catalogue(
        SnapshotAgreement.judged(view),
        view.lineage().generation(),
        view.observedAt(),
        PlausibleNumbers.revision(view));
  }

  /** A snapshot of any generation. */
  public Optional<SnapshotRecord> find(SnapshotId id) {
    return all.stream().filter(record -> record.id().equals(id)).findFirst();
  }

  /** The newest that a recovery may use. */
  public Optional<SnapshotRecord> newestUsable() {
    return current.stream().filter(SnapshotRecord::usable).reduce((older, newer) -> newer);
  }

  /** The newest that a recovery may use of those that this instance took. */
  public Optional<SnapshotRecord> newestUsableBy(InstanceId instance) {
    return current.stream()
        .filter(SnapshotRecord::usable)
        .filter(record -> record.manifest().instance().equals(instance))
        .reduce((older, newer) -> newer);
  }

  /** The newest that was restored and found right. */
  public Optional<SnapshotRecord> newestVerified() {
    return in(State.VERIFIED);
  }

  /** The newest that nobody has restored yet, of those whose files can be read. */
  public Optional<SnapshotRecord> newestUnverified() {
    return current.stream()
        .filter(record -> record.state() == State.TAKEN && record.unreadable().isEmpty())
        .reduce((older, newer) -> newer);
  }

  /** The newest that was found wrong. */
  public Optional<SnapshotRecord> newestFailed() {
    return in(State.FAILED);
  }

  /** The oldest that is not being deleted. */
  public Optional<SnapshotRecord> oldest() {
    return current.stream().filter(record -> record.state() != State.DELETING).findFirst();
  }

  /** The one that was found right last. */
  public Optional<SnapshotRecord> lastVerifiedOne() {
    return current.stream()
        .filter(record -> record.unreadable().isEmpty() && record.verified().isPresent())
        .max(Comparator.comparing(record -> record.verified().orElseThrow().at()));
  }

  /** When a snapshot of this generation was last found right. */
  public Optional<Instant> lastVerified() {
    return lastVerifiedOne().flatMap(SnapshotRecord::verified).map(SnapshotRecord.Verified::at);
  }

  private Optional<SnapshotRecord> in(State state) {
    return current.stream()
        .filter(record -> record.state() == state && !record.differs())
        .reduce((older, newer) -> newer);
  }
}
