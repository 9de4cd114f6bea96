package io.quorate.controller.plan.snapshots;

import io.quorate.controller.view.ClusterView;
import io.quorate.snapshot.SnapshotRecord;
import java.time.Duration;
import java.util.Optional;

/**
 * What a recovery of one cluster would lose and take, for metrics.
 *
 * @param newest age of the newest snapshot that a recovery may use
 * @param verified age of the newest one that was restored and found right
 * @param restore how long that restore took
 */
public record SnapshotAges(
    Optional<Duration> newest, Optional<Duration> verified, Optional<Duration> restore) {
  /** Of a cluster that is not known to have any. */
  public static final SnapshotAges NONE =
      new SnapshotAges(Optional.empty(), Optional.empty(), Optional.empty());

  /** As the catalogue tells, for the living generation. */
  public static SnapshotAges of(ClusterView view) {
    Catalogue catalogue = Catalogue.of(view);
    Optional<SnapshotRecord> right = catalogue.newestVerified();
    return new SnapshotAges(
        catalogue.newestUsable().map(record -> age(view, record)),
        right.map(record -> age(view, record)),
        right
            .flatMap(SnapshotRecord::verified)
            .map(found -> Duration.ofMillis(found.restoreMillis())));
  }

  private static Duration age(ClusterView view, SnapshotRecord record) {
    return Duration.between(record.id().mintedAt(), view.observedAt());
  }
}
