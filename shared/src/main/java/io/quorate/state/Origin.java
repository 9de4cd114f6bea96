package io.quorate.state;

import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;

/**
 * The snapshot that a new cluster is to begin with, instead of empty. It was imported: its
 * generation is 0, whatever it was where it was taken.
 *
 * @param snapshot in the cluster's own catalogue
 * @param sha256 SHA-256 of its file, in hex
 */
public record Origin(SnapshotId snapshot, String sha256) {
  /** Refuses a snapshot of one of the cluster's own generations. */
  public Origin {
    if (!snapshot.generation().equals(Generation.UNBOOTSTRAPPED)) {
      throw new IllegalArgumentException(
          "origin " + snapshot + ": expected an imported snapshot, of generation 0");
    }
  }

  /** Whether a generation begins with exactly this. */
  boolean begins(GenerationSource source) {
    return source.snapshot().equals(snapshot) && source.sha256().equals(sha256);
  }
}
