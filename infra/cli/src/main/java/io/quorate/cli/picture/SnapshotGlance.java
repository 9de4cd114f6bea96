package io.quorate.cli.picture;

import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.OpenCommand;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The snapshots that matter most, of the living generation.
 *
 * @param newest the newest that a recovery may use
 * @param verified the newest that was restored and found right
 * @param open the task under way
 */
public record SnapshotGlance(
    Optional<SnapshotRecord> newest,
    Optional<SnapshotRecord> verified,
    Optional<OpenCommand> open) {
  /** As the tables tell. */
  public static SnapshotGlance of(ClusterSummary summary) {
    List<SnapshotRecord> current =
        summary.snapshots().stream()
            .filter(
                record ->
                    summary
                        .lineage()
                        .filter(lineage -> lineage.generation().equals(record.id().generation()))
                        .isPresent())
            .filter(SnapshotRecord::usable)
            .filter(record -> !record.found() && !record.id().later(summary.readAt()))
            .sorted(Comparator.comparing(SnapshotRecord::id))
            .toList();
    return new SnapshotGlance(
        current.stream().reduce((older, newer) -> newer),
        current.stream()
            .filter(record -> record.state() == SnapshotRecord.State.VERIFIED)
            .reduce((older, newer) -> newer),
        summary.status().flatMap(status -> status.tasks().open()));
  }
}
