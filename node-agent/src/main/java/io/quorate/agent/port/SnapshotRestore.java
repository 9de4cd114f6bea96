package io.quorate.agent.port;

import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.RevokedLeases;
import java.time.Instant;
import java.util.Optional;

/** Restores a snapshot into an empty data directory of this node. */
public interface SnapshotRestore {
  /**
   * What is restored, and as what.
   *
   * @param uid the cluster
   * @param snapshot the snapshot
   * @param sha256 SHA-256 that its file has to have, in hex
   * @param directory name of the empty directory that it goes into
   * @param name the member's name
   * @param peerUrl the member's peer URL; it is the only member
   * @param token the new generation's token
   * @param targetRevision the revision at which it begins; all before is marked as compacted
   * @param leasesRenewedUntil when leases of this data can have been renewed last: those that ended
   *     since are revoked; absent to keep all
   */
  record Seed(
      ClusterUid uid,
      SnapshotId snapshot,
      String sha256,
      String directory,
      String name,
      String peerUrl,
      String token,
      long targetRevision,
      Optional<Instant> leasesRenewedUntil) {}

  /** What became of a restore. */
  sealed interface Result {
    /** The whole of it is on disk, in the directory, without the leases that ended meanwhile. */
    record Restored(RevokedLeases revoked) implements Result {}

    /** The directory is as it was. */
    record NotRestored(String because) implements Result {}
  }

  /**
   * Restores, all of it or nothing: a crash leaves the directory empty, and what is left beside it
   * is removed by the next call.
   */
  Result restore(Seed seed);

  /**
   * Whether access control is on in what was restored into a directory, which no etcd has run on.
   * False where that cannot be read: whoever asks then keeps clients out.
   */
  boolean accessControlOn(String directory);
}
