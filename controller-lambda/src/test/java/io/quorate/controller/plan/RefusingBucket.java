package io.quorate.controller.plan;

import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** A bucket that does not delete one snapshot. */
final class RefusingBucket implements SnapshotStore {
  private final SnapshotStore there;
  private final Cause cause;
  private final SnapshotId kept;
  private int asked;

  RefusingBucket(SnapshotStore there, Cause cause, SnapshotId kept) {
    this.there = there;
    this.cause = cause;
    this.kept = kept;
  }

  /** How often it was asked to delete that one. */
  int asked() {
    return asked;
  }

  @Override
  public Optional<SnapshotManifest> manifest(SnapshotId id) {
    return there.manifest(id);
  }

  @Override
  public SnapshotManifest createManifest(SnapshotManifest manifest) {
    return there.createManifest(manifest);
  }

  @Override
  public long upload(String key, InputStream data, LongConsumer progress) throws IOException {
    return there.upload(key, data, progress);
  }

  @Override
  public boolean exists(String key) {
    return there.exists(key);
  }

  @Override
  public String download(String key, Path target, LongConsumer progress) throws IOException {
    return there.download(key, target, progress);
  }

  @Override
  public void createVerified(SnapshotId id, SnapshotRecord.Verified verified) {
    there.createVerified(id, verified);
  }

  @Override
  public void pin(SnapshotId id, String by) {
    there.pin(id, by);
  }

  @Override
  public void unpin(SnapshotId id) {
    there.unpin(id);
  }

  @Override
  public void createDiffers(SnapshotId id, String because) {
    there.createDiffers(id, because);
  }

  @Override
  public Optional<String> differs(SnapshotId id) {
    return there.differs(id);
  }

  @Override
  public Optional<String> unreadable(String key) {
    return there.unreadable(key);
  }

  @Override
  public List<StoredObject> list() {
    return there.list();
  }

  @Override
  public Optional<SnapshotRecord.Verified> verified(SnapshotId id) {
    return there.verified(id);
  }

  @Override
  public Optional<String> pinnedBy(SnapshotId id) {
    return there.pinnedBy(id);
  }

  @Override
  public void delete(String key) {
    if (!key.contains(kept.value())) {
      there.delete(key);
      return;
    }
    asked++;
    throw new SnapshotStoreException(cause, "may not delete " + key);
  }

  @Override
  public int abortUploads(Instant before) {
    return there.abortUploads(before);
  }

  @Override
  public void close() {}
}
