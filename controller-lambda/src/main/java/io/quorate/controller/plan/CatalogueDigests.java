package io.quorate.controller.plan;

import io.quorate.controller.plan.facts.DatabaseGrowth;
import io.quorate.controller.plan.snapshots.Catalogue;
import io.quorate.controller.plan.snapshots.RestoredSnapshots;
import io.quorate.controller.view.ClusterView;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotRecord.State;
import io.quorate.state.CatalogueDigest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which lines of a long catalogue a steady turn reads: the newest, and the older ones that its
 * decisions and conditions rest on, so that it comes to what it would with all of them. Whoever
 * changes the catalogue strikes the digest off, and the next look reads all lines.
 */
final class CatalogueDigests {
  private CatalogueDigests() {}

  /** The digest of what was read; empty where all lines are to be read. */
  static Optional<CatalogueDigest> next(ClusterView view) {
    if (!view.records().wholeCatalogue()) {
      return view.status().tasks().bucket().catalogue();
    }
    List<SnapshotRecord> lines = view.records().snapshots();
    boolean changing =
        !view.records().unreadable().isEmpty()
            || lines.stream().anyMatch(line -> line.state() == State.DELETING && !line.kept());
    if (changing || lines.size() <= CatalogueDigest.NEWEST_LINES) {
      return Optional.empty();
    }
    TreeSet<SnapshotId> older = new TreeSet<>();
    needed(view).forEach(older::add);
    lines
        .subList(lines.size() - CatalogueDigest.NEWEST_LINES, lines.size())
        .forEach(line -> older.remove(line.id()));
    return older.size() > CatalogueDigest.MOST_OLDER
        ? Optional.empty()
        : Optional.of(new CatalogueDigest(lines.getLast().id(), List.copyOf(older)));
  }

  private static Stream<SnapshotId> needed(ClusterView view) {
    Catalogue catalogue = Catalogue.of(view);
    List<SnapshotRecord> all = view.records().snapshots();
    Stream<SnapshotRecord> ofTheGeneration =
        Stream.of(
                catalogue.newestUsable(),
                catalogue.newestVerified(),
                catalogue.newestUnverified(),
                catalogue.newestFailed(),
                catalogue.lastVerifiedOne(),
                catalogue.oldest())
            .flatMap(Optional::stream);
    Stream<SnapshotRecord> ofEachVoter =
        view.nodes().keySet().stream()
            .flatMap(instance -> catalogue.newestUsableBy(instance).stream());
    Stream<SnapshotRecord> told =
        Stream.concat(
            all.stream().filter(SnapshotRecord::kept).limit(1),
            all.stream().filter(line -> line.usable() && line.unreadable().isPresent()));
    Stream<SnapshotRecord> largest =
        all.stream()
            .filter(SnapshotRecord::usable)
            .max(Comparator.comparingLong(line -> line.manifest().sizeBytes()))
            .stream();
    return Stream.of(
            Stream.of(ofTheGeneration, ofEachVoter, told, largest)
                .flatMap(lines -> lines)
                .map(SnapshotRecord::id),
            DatabaseGrowth.slowestSince(view).stream(),
            RestoredSnapshots.of(view).stream()
                .filter(id -> all.stream().anyMatch(line -> line.id().equals(id))))
        .flatMap(ids -> ids);
  }
}
