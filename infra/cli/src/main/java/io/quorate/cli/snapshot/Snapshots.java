package io.quorate.cli.snapshot;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import java.util.Comparator;
import java.util.Optional;

/** Finds snapshots by what people type. */
public final class Snapshots {
  private Snapshots() {}

  /** Reads an id; fails where none has that form. */
  public static SnapshotId id(String text) {
    try {
      return new SnapshotId(text);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          CommandExitCode.USAGE, e.getMessage() + "; quorate snapshot list shows the ids", e);
    }
  }

  /** The newest that a recovery may use. */
  static Optional<SnapshotRecord> newest(ClusterSummary summary) {
    return summary.snapshots().stream()
        .filter(SnapshotRecord::usable)
        .filter(record -> !record.id().later(summary.readAt()))
        .max(Comparator.comparing(SnapshotRecord::id));
  }

  static SnapshotRecord find(ClusterSummary summary, SnapshotId id) {
    return summary.snapshots().stream()
        .filter(record -> record.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailure(
                    CommandExitCode.BAD_INPUT,
                    "no snapshot '"
                        + id
                        + "' in the catalogue of '"
                        + summary.cluster()
                        + "': quorate snapshot list shows those there are, quorate snapshot sync"
                        + " looks into the bucket"));
  }
}
