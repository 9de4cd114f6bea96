package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ClusterView;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How fast the database grows, by the sizes of the snapshots: of this generation, from six hours to
 * seven days before the newest. The slowest of these rates counts, so that neither a load that is
 * over nor a defragmentation between two snapshots makes a forecast.
 */
public final class DatabaseGrowth {
  private static final Duration LEAST = Duration.ofHours(6);
  private static final Duration MOST = Duration.ofDays(7);
  private static final Duration FORECAST = Duration.ofDays(3);
  private static final double MILLIS_A_DAY = Duration.ofDays(1).toMillis();

  private DatabaseGrowth() {}

  /** Bytes a day; empty where it does not grow, or the snapshots do not tell. */
  public static Optional<Long> bytesPerDay(ClusterView view) {
    return slowest(view).map(Since::rate).filter(rate -> rate > 0);
  }

  /** The snapshot by which it grows most slowly, as that counts. */
  public static Optional<SnapshotId> slowestSince(ClusterView view) {
    return slowest(view).map(Since::id);
  }

  private record Since(SnapshotId id, long rate) {}

  private static Optional<Since> slowest(ClusterView view) {
    List<SnapshotManifest> sizes =
        view.records().snapshots().stream()
            .filter(SnapshotRecord::usable)
            .filter(record -> record.id().generation().equals(view.lineage().generation()))
            .filter(record -> !record.id().later(view.observedAt()))
            .map(SnapshotRecord::manifest)
            .sorted(Comparator.comparing(SnapshotManifest::id))
            .toList();
    if (sizes.isEmpty()) {
      return Optional.empty();
    }
    SnapshotManifest newest = sizes.getLast();
    Instant at = newest.id().mintedAt();
    return sizes.stream()
        .filter(older -> !older.id().mintedAt().isAfter(at.minus(LEAST)))
        .filter(older -> !older.id().mintedAt().isBefore(at.minus(MOST)))
        .map(older -> new Since(older.id(), rate(older, newest)))
        .min(Comparator.comparingLong(Since::rate));
  }

  private static long rate(SnapshotManifest older, SnapshotManifest newer) {
    double days =
        Duration.between(older.id().mintedAt(), newer.id().mintedAt()).toMillis() / MILLIS_A_DAY;
    return (long) ((newer.sizeBytes() - older.sizeBytes()) / days);
  }

  /**
   * Until when so many bytes last at a rate, where that is three days at most.
   *
   * @param bytes the room that is left
   * @param bytesPerDay how much of it is taken each day; more than 0
   */
  public static Optional<Duration> lasts(long bytes, long bytesPerDay) {
    Duration lasts = Duration.ofMillis((long) (Math.max(0, bytes) * MILLIS_A_DAY / bytesPerDay));
    return Optional.of(lasts).filter(time -> time.compareTo(FORECAST) <= 0);
  }

  /** A time of hours or days, for people. */
  public static String words(Duration time) {
    long hours = time.toHours();
    return hours < 48 ? hours + " hours" : hours / 24 + " days";
  }
}
