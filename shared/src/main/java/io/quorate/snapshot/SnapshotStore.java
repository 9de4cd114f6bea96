package io.quorate.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The port to one cluster's snapshots in the bucket. Keys are those of {@link SnapshotKeys}. Every
 * method throws {@link SnapshotStoreException}, which names why, when the bucket did not do what
 * was asked.
 */
public interface SnapshotStore extends AutoCloseable {
  /** The manifest of a snapshot; empty where there is none, and so no snapshot either. */
  Optional<SnapshotManifest> manifest(SnapshotId id);

  /**
   * Writes a manifest, unless there is one.
   *
   * @return what stands in the bucket now: this one, or the one that was there before
   */
  SnapshotManifest createManifest(SnapshotManifest manifest);

  /**
   * Uploads a file in parts, with at most three of them in memory, unless its key exists. What is
   * left of an upload that fails is aborted.
   *
   * @param key its whole key in the bucket
   * @param data what is uploaded, read once
   * @param progress told the bytes that are in the bucket, after each part
   * @return its size in bytes
   * @throws IOException when {@code data} could not be read
   */
  long upload(String key, InputStream data, LongConsumer progress) throws IOException;

  /**
   * Whether an object stands under this key. Who may not list is told neither yes nor no of one
   * that is not there: then it does not.
   *
   * @param key its whole key in the bucket
   */
  boolean exists(String key);

  /**
   * Downloads a file.
   *
   * @param key its whole key in the bucket
   * @param target where to; overwritten
   * @param progress told the bytes so far
   * @return SHA-256 of what was received, in hex
   * @throws IOException when {@code target} could not be written
   */
  String download(String key, Path target, LongConsumer progress) throws IOException;

  /** Says in the bucket that a snapshot was restored and found right; does so once. */
  void createVerified(SnapshotId id, SnapshotRecord.Verified verified);

  /** Says in the bucket that a snapshot is pinned. */
  void pin(SnapshotId id, String by);

  /** Takes the pin back, if there is one. */
  void unpin(SnapshotId id);

  /** Everything under the cluster's prefix of snapshots, all pages. */
  List<StoredObject> list();

  /** When a snapshot was verified, by what the bucket says; empty where it was not. */
  Optional<SnapshotRecord.Verified> verified(SnapshotId id);

  /** Who pinned each pinned snapshot, by what the bucket says. */
  Map<SnapshotId, String> pins();

  /** Deletes one object; one that is not there is no error. */
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
   */
  record StoredObject(String key, long sizeBytes, Instant modified) {}
}
