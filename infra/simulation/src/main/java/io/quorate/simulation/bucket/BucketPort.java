package io.quorate.simulation.bucket;

import io.quorate.etcdmodel.SavedSnapshot;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.simulation.bucket.BucketModel.Content;
import io.quorate.simulation.bucket.BucketModel.Stored;
import io.quorate.simulation.schedule.CallFault;
import io.quorate.simulation.schedule.SimTransport;
import io.quorate.simulation.schedule.Times;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotObjects;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStoreException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** One cluster's snapshots, as one actor reaches them. */
public final class BucketPort implements SnapshotObjects {
  private static final long TIMEOUT_MILLIS = 5_000;

  private final BucketModel model;
  private final SimTransport wire;
  private final Function<Boolean, CallFault> callFaults;
  private final ClusterName cluster;
  private final ClusterUid uid;

  /**
   * For this actor.
   *
   * @param callFaults what becomes of its next request; whether it writes
   */
  public BucketPort(
      BucketModel model,
      SimTransport wire,
      Function<Boolean, CallFault> callFaults,
      ClusterName cluster,
      ClusterUid uid) {
    this.model = model;
    this.wire = wire;
    this.callFaults = callFaults;
    this.cluster = cluster;
    this.uid = uid;
  }

  private <T> T call(boolean writes, String what, Supplier<T> effect) {
    return wire.remote(
        what,
        callFaults.apply(writes),
        TIMEOUT_MILLIS,
        effect,
        why -> {
          throw new SnapshotStoreException(SnapshotStoreException.Cause.STORE_AWAY, why);
        });
  }

  private Instant now() {
    return Times.EPOCH.plusMillis(wire.now());
  }

  private Optional<Content> read(String key) {
    return call(false, "reads object " + key, () -> model.find(key));
  }

  private boolean create(String key, Content content) {
    return call(true, "creates object " + key, () -> model.create(key, content, now()));
  }

  @Override
  public Optional<SnapshotManifest> manifest(SnapshotId id) {
    return read(SnapshotKeys.manifest(cluster, uid, id))
        .map(content -> ((Content.Manifest) content).manifest());
  }

  @Override
  public SnapshotManifest createManifest(SnapshotManifest manifest) {
    String key = SnapshotKeys.manifest(cluster, uid, manifest.id());
    return create(key, new Content.Manifest(manifest))
        ? manifest
        : manifest(manifest.id())
            .orElseThrow(
                () ->
                    new SnapshotStoreException(
                        SnapshotStoreException.Cause.STORE_AWAY, key + " was there, and is gone"));
  }

  /** Uploads what a snapshot's file would hold, unless its key exists; the file's hash. */
  public String upload(String key, SavedSnapshot snapshot) {
    String sha256 = model.nextSha256();
    if (!create(key, new Content.File(snapshot, sha256, false))) {
      throw new SnapshotStoreException(
          SnapshotStoreException.Cause.REFUSED, key + " exists: it is created once");
    }
    return sha256;
  }

  /** Uploads an archived directory, unless its key exists. */
  public void uploadDirectory(String key) {
    create(key, new Content.Directory());
  }

  /** The file under a key; empty where there is none. */
  public Optional<Content.File> file(String key) {
    return read(key).map(Content.File.class::cast);
  }

  /** Whether an object stands under this key. */
  public boolean exists(String key) {
    return read(key).isPresent();
  }

  @Override
  public void createVerified(SnapshotId id, SnapshotRecord.Verified verified) {
    create(SnapshotKeys.verified(cluster, uid, id), new Content.Verified(verified));
  }

  @Override
  public Optional<SnapshotRecord.Verified> verified(SnapshotId id) {
    return read(SnapshotKeys.verified(cluster, uid, id))
        .map(content -> ((Content.Verified) content).verified());
  }

  @Override
  public void pin(SnapshotId id, String by) {
    create(SnapshotKeys.pin(cluster, uid, id), new Content.Pin(by));
  }

  @Override
  public void unpin(SnapshotId id) {
    delete(SnapshotKeys.pin(cluster, uid, id));
  }

  @Override
  public void createDiffers(SnapshotId id, String because) {
    create(SnapshotKeys.differs(cluster, uid, id), new Content.Differs(because));
  }

  @Override
  public Optional<String> differs(SnapshotId id) {
    return read(SnapshotKeys.differs(cluster, uid, id))
        .map(content -> ((Content.Differs) content).because());
  }

  @Override
  public Optional<String> unreadable(String key) {
    return objects().containsKey(key)
        ? Optional.empty()
        : Optional.of("NOT_FOUND: " + key + " is not there");
  }

  @Override
  public List<StoredObject> list() {
    return objects().entrySet().stream()
        .map(object -> new StoredObject(object.getKey(), 1, object.getValue().modified()))
        .toList();
  }

  private Map<String, Stored> objects() {
    String prefix = SnapshotKeys.prefix(cluster, uid);
    return call(false, "lists objects", () -> new TreeMap<>(model.under(prefix)));
  }

  @Override
  public Optional<String> pinnedBy(SnapshotId id) {
    return read(SnapshotKeys.pin(cluster, uid, id)).map(content -> ((Content.Pin) content).by());
  }

  @Override
  public void delete(String key) {
    SnapshotKeys.own(cluster, uid, key);
    call(
        true,
        "deletes object " + key,
        () -> {
          model.delete(key);
          return true;
        });
  }

  @Override
  public int abortUploads(Instant before) {
    // An upload is an object at once here, or nothing.
    return 0;
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
