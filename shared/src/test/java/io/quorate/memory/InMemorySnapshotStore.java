package io.quorate.memory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.codec.Codecs;
import io.quorate.codec.JsonTree;
import io.quorate.codec.SnapshotCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongConsumer;

/** A cluster's snapshots in memory, in a bucket that several stores may share. */
public final class InMemorySnapshotStore implements SnapshotStore {
  private static final int PART_BYTES = 8 * 1024 * 1024;

  private final Map<String, byte[]> bucket;
  private final ClusterName cluster;
  private final ClusterUid uid;

  /** The cluster's objects in this bucket, by key. */
  public InMemorySnapshotStore(Map<String, byte[]> bucket, ClusterName cluster, ClusterUid uid) {
    this.bucket = bucket;
    this.cluster = cluster;
    this.uid = uid;
  }

  /** An empty bucket. */
  public static Map<String, byte[]> emptyBucket() {
    return new ConcurrentSkipListMap<>();
  }

  @Override
  public Optional<SnapshotManifest> manifest(SnapshotId id) {
    String key = SnapshotKeys.manifest(cluster, uid, id);
    return json(key, tree -> SnapshotCodec.manifest(tree, key, cluster, uid, id));
  }

  @Override
  public SnapshotManifest createManifest(SnapshotManifest manifest) {
    create(SnapshotKeys.manifest(cluster, uid, manifest.id()), Codecs.MANIFEST.write(manifest));
    return manifest(manifest.id()).orElseThrow();
  }

  @Override
  public long upload(String key, InputStream data, LongConsumer progress) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    byte[] part = new byte[PART_BYTES];
    int filled;
    do {
      filled = data.readNBytes(part, 0, PART_BYTES);
      content.write(part, 0, filled);
      progress.accept(content.size());
    } while (filled == PART_BYTES);
    if (bucket.putIfAbsent(key, content.toByteArray()) != null) {
      throw new SnapshotStoreException(Cause.REFUSED, key + " is there already");
    }
    return content.size();
  }

  @Override
  public boolean exists(String key) {
    return bucket.containsKey(key);
  }

  @Override
  public String download(String key, Path target, LongConsumer progress) throws IOException {
    byte[] content =
        Optional.ofNullable(bucket.get(key))
            .orElseThrow(() -> new SnapshotStoreException(Cause.NOT_FOUND, key + " is not there"));
    Files.write(target, content);
    progress.accept(content.length);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void createVerified(SnapshotId id, SnapshotRecord.Verified verified) {
    create(SnapshotKeys.verified(cluster, uid, id), SnapshotCodec.verified(id, verified));
  }

  @Override
  public void pin(SnapshotId id, String by) {
    create(SnapshotKeys.pin(cluster, uid, id), SnapshotCodec.pin(id, by));
  }

  @Override
  public void unpin(SnapshotId id) {
    delete(SnapshotKeys.pin(cluster, uid, id));
  }

  @Override
  public void createDiffers(SnapshotId id, String because) {
    create(SnapshotKeys.differs(cluster, uid, id), SnapshotCodec.differs(id, because));
  }

  @Override
  public Optional<String> differs(SnapshotId id) {
    String key = SnapshotKeys.differs(cluster, uid, id);
    return json(key, tree -> SnapshotCodec.differs(tree, key, id));
  }

  @Override
  public Optional<String> unreadable(String key) {
    return bucket.containsKey(key)
        ? Optional.empty()
        : Optional.of(Cause.NOT_FOUND + ": " + key + " is not there");
  }

  @Override
  public List<StoredObject> list() {
    return bucket.entrySet().stream()
        .filter(object -> object.getKey().startsWith(SnapshotKeys.prefix(cluster, uid)))
        .map(object -> new StoredObject(object.getKey(), object.getValue().length, Instant.EPOCH))
        .toList();
  }

  @Override
  public Optional<SnapshotRecord.Verified> verified(SnapshotId id) {
    String key = SnapshotKeys.verified(cluster, uid, id);
    return json(key, tree -> SnapshotCodec.verified(tree, key, id));
  }

  @Override
  public Optional<String> pinnedBy(SnapshotId id) {
    String key = SnapshotKeys.pin(cluster, uid, id);
    return json(key, tree -> SnapshotCodec.pinnedBy(tree, key, id));
  }

  @Override
  public void delete(String key) {
    bucket.remove(SnapshotKeys.own(cluster, uid, key));
  }

  @Override
  public int abortUploads(Instant before) {
    return 0;
  }

  @Override
  public void close() {}

  private void create(String key, Map<String, Object> tree) {
    bucket.putIfAbsent(key, JsonTree.pretty(tree).getBytes(UTF_8));
  }

  private static String small(byte[] bytes, String key) {
    if (bytes.length > SMALL_BYTES) {
      throw new UnreadableRecordException(key + ": more than " + SMALL_BYTES + " bytes", null);
    }
    return new String(bytes, UTF_8);
  }

  private interface Reader<T> {
    T read(Map<String, Object> tree);
  }

  private <T> Optional<T> json(String key, Reader<T> reader) {
    try {
      return Optional.ofNullable(bucket.get(key))
          .map(bytes -> reader.read(JsonTree.read(small(bytes, key), key)));
    } catch (UnreadableRecordException e) {
      throw new SnapshotStoreException(Cause.UNREADABLE, e.getMessage(), e);
    }
  }
}
