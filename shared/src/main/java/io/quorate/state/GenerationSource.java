package io.quorate.state;

import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import java.time.Instant;
import java.util.Optional;

/**
 * What a generation begins with, where it does not begin empty.
 *
 * @param parent the generation whose data it continues
 * @param snapshot the snapshot that is restored
 * @param sha256 SHA-256 of its file, in hex
 * @param forkRevision the parent's revision up to which its data is continued
 * @param targetRevision the revision at which the new generation begins, above all ever seen
 * @param recovery the recovery that decided it
 * @param leasesRenewedUntil when leases of the data can have been renewed last: the seeder revokes
 *     those that ended since, before it serves; absent where all are kept, as older releases do
 */
public record GenerationSource(
    Generation parent,
    SnapshotId snapshot,
    String sha256,
    long forkRevision,
    long targetRevision,
    String recovery,
    Optional<Instant> leasesRenewedUntil) {
  /** Refuses revisions that go backwards, and another generation's snapshot. */
  public GenerationSource {
    if (targetRevision <= forkRevision) {
      throw new IllegalArgumentException(
          "target revision " + targetRevision + ": expected above the fork's " + forkRevision);
    }
    if (!snapshot.generation().equals(parent)) {
      throw new IllegalArgumentException(
          "snapshot " + snapshot + " is of another generation than the parent, " + parent);
    }
  }
}
