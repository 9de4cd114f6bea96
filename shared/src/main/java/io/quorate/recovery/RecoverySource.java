package io.quorate.recovery;

import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import java.time.Instant;

/**
 * The snapshot that a recovery restores.
 *
 * @param snapshot the snapshot
 * @param sha256 SHA-256 of its file, in hex, as its manifest says
 * @param revision the revision that its manifest names
 * @param takenAt when it was finished, by the clock of the node that took it
 */
public record RecoverySource(SnapshotId snapshot, String sha256, long revision, Instant takenAt) {
  /** The source that a manifest describes. */
  public static RecoverySource of(SnapshotManifest manifest) {
    return new RecoverySource(
        manifest.id(), manifest.sha256(), manifest.position().revision(), manifest.takenAt());
  }
}
