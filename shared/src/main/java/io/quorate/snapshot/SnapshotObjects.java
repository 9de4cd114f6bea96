package io.quorate.snapshot;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The port to what the bucket tells of one cluster's snapshots, without the files themselves. Keys
 * are those of {@link SnapshotKeys}. Every method throws {@link SnapshotStoreException}, which
 * names why, when the bucket did not do what was asked. What an object says is not its own key's is
 * {@link SnapshotStoreException.Cause#UNREADABLE}: agents write these objects.
 */
public interface SnapshotObjects extends AutoCloseable {
  /** The longest manifest or mark; agents may create one of any size, and no more of it is read. */
  int SMALL_BYTES = 64 * 1024;

  /** The manifest of a snapshot; empty where there is none, and so no snapshot either. */
  Optional<SnapshotManifest> manifest(SnapshotId id);

  /**
   * Writes a manifest, unless there is one.
   *
   * @return what stands in the bucket now: this one, or the one that was there before
   */
  SnapshotManifest createManifest(SnapshotManifest manifest);

  /** Says in the bucket that a snapshot was restored and found right; does so once. */
  void createVerified(SnapshotId id, SnapshotRecord.Verified verified);

  /** Says in the bucket that a snapshot is pinned. */
  void pin(SnapshotId id, String by);

  /** Takes the pin back, if there is one. */
  void unpin(SnapshotId id);

  /** Says in the bucket that a snapshot's voter held other data than a majority; does so once. */
  void createDiffers(SnapshotId id, String because);

  /** Everything under the cluster's prefix of snapshots, all pages. */
  List<StoredObject> list();

  /** When a snapshot was verified, by what the bucket says; empty where it was not. */
  Optional<SnapshotRecord.Verified> verified(SnapshotId id);

  /** Who pinned a snapshot, by what the bucket says; empty where nobody did. */
  Optional<String> pinnedBy(SnapshotId id);

  /** Why a snapshot is no source by itself, by what the bucket says; empty where it is one. */
  Optional<String> differs(SnapshotId id);

  /**
   * Why an object cannot be read now, by asking for its first byte: in one word of {@link
   * SnapshotStoreException.Cause} and in words. Empty where it can.
   */
  Optional<String> unreadable(String key);

  /**
   * Deletes one object of a snapshot; one that is not there is no error.
   *
   * @throws IllegalArgumentException where the key is no object of a snapshot of this cluster
   */
  void delete(String key);

  /** Aborts uploads that began before a time. */
  int abortUploads(Instant before);

  @Override
  void close();

  /**
   * One object in the bucket.
   *
   * @param key its whole key
   * @param sizeBytes its size
   * @param modified when it was written, by the bucket's clock
   * @param archive the storage class, where its objects are read only once they were restored
   */
  record StoredObject(String key, long sizeBytes, Instant modified, Optional<String> archive) {
    /** One that is in no archive. */
    public StoredObject(String key, long sizeBytes, Instant modified) {
      this(key, sizeBytes, modified, Optional.empty());
    }
  }
}
