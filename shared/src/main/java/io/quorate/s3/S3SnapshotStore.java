package io.quorate.s3;

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
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/**
 * One cluster's snapshots in a bucket. Everything is created by {@code If-None-Match: *}, and so
 * never overwritten. Closing it closes the client, unless others share it.
 */
public final class S3SnapshotStore implements SnapshotStore {
  private static final int NO_SUCH_RANGE = 416;

  /**
   * More objects are not listed: far more than retention leaves, and agents may create any number.
   */
  static final int MOST_OBJECTS = 50_000;

  /** The storage classes whose objects are read only once they were restored. */
  private static final Set<String> ARCHIVES = Set.of("GLACIER", "DEEP_ARCHIVE");

  private final S3Client client;
  private final String bucket;
  private final ClusterName cluster;
  private final ClusterUid uid;
  private final Optional<String> kmsKey;
  private final Runnable onClose;

  /**
   * The snapshots of this cluster in this bucket, which must exist.
   *
   * @param kmsKey key that new objects are encrypted with; the bucket's default where it is absent
   */
  public S3SnapshotStore(
      S3Client client,
      String bucket,
      ClusterName cluster,
      ClusterUid uid,
      Optional<String> kmsKey) {
    this(client, bucket, cluster, uid, kmsKey, client::close);
  }

  private S3SnapshotStore(
      S3Client client,
      String bucket,
      ClusterName cluster,
      ClusterUid uid,
      Optional<String> kmsKey,
      Runnable onClose) {
    this.client = client;
    this.bucket = bucket;
    this.cluster = cluster;
    this.uid = uid;
    this.kmsKey = kmsKey;
    this.onClose = onClose;
  }

  /** The same with a client that outlives it. */
  public static S3SnapshotStore sharing(
      S3Client client,
      String bucket,
      ClusterName cluster,
      ClusterUid uid,
      Optional<String> kmsKey) {
    return new S3SnapshotStore(client, bucket, cluster, uid, kmsKey, () -> {});
  }

  @Override
  public Optional<SnapshotManifest> manifest(SnapshotId id) {
    String key = SnapshotKeys.manifest(cluster, uid, id);
    return json(key)
        .map(tree -> readable(key, () -> SnapshotCodec.manifest(tree, key, cluster, uid, id)));
  }

  @Override
  public SnapshotManifest createManifest(SnapshotManifest manifest) {
    String key = SnapshotKeys.manifest(cluster, uid, manifest.id());
    if (create(key, JsonTree.pretty(Codecs.MANIFEST.write(manifest)))) {
      return manifest;
    }
    return manifest(manifest.id())
        .orElseThrow(
            () ->
                new SnapshotStoreException(
                    Cause.STORE_AWAY,
                    "s3://" + bucket + "/" + key + " was there, and is gone again"));
  }

  @Override
  public long upload(String key, InputStream data, LongConsumer progress) throws IOException {
    return new CreateOnceUpload(client, bucket, key, kmsKey).send(data, progress);
  }

  @Override
  public boolean exists(String key) {
    try {
      client.headObject(of -> of.bucket(bucket).key(key));
      return true;
    } catch (SdkException e) {
      return switch (S3Failures.cause(e)) {
        case NOT_FOUND, ACCESS_DENIED -> false;
        case STORE_AWAY, BUCKET_MISSING, ARCHIVED, KEY_REFUSED, REFUSED, UNREADABLE ->
            throw S3Failures.of("looking for", bucket, key, e);
      };
    }
  }

  @Override
  public String download(String key, Path target, LongConsumer progress) throws IOException {
    return new HashedDownload(client, bucket, key).to(target, progress);
  }

  @Override
  public void createVerified(SnapshotId id, SnapshotRecord.Verified verified) {
    create(
        SnapshotKeys.verified(cluster, uid, id),
        JsonTree.pretty(SnapshotCodec.verified(id, verified)));
  }

  @Override
  public Optional<SnapshotRecord.Verified> verified(SnapshotId id) {
    String key = SnapshotKeys.verified(cluster, uid, id);
    return json(key).map(tree -> readable(key, () -> SnapshotCodec.verified(tree, key, id)));
  }

  @Override
  public void pin(SnapshotId id, String by) {
    create(SnapshotKeys.pin(cluster, uid, id), JsonTree.pretty(SnapshotCodec.pin(id, by)));
  }

  @Override
  public void unpin(SnapshotId id) {
    delete(SnapshotKeys.pin(cluster, uid, id));
  }

  @Override
  public Optional<String> pinnedBy(SnapshotId id) {
    String key = SnapshotKeys.pin(cluster, uid, id);
    return json(key).map(tree -> readable(key, () -> SnapshotCodec.pinnedBy(tree, key, id)));
  }

  @Override
  public void createDiffers(SnapshotId id, String because) {
    create(
        SnapshotKeys.differs(cluster, uid, id),
        JsonTree.pretty(SnapshotCodec.differs(id, because)));
  }

  @Override
  public Optional<String> differs(SnapshotId id) {
    String key = SnapshotKeys.differs(cluster, uid, id);
    return json(key).map(tree -> readable(key, () -> SnapshotCodec.differs(tree, key, id)));
  }

  @Override
  public Optional<String> unreadable(String key) {
    try (var body = client.getObject(of -> of.bucket(bucket).key(key).range("bytes=0-0"))) {
      body.abort();
      return Optional.empty();
    } catch (SdkException e) {
      if (e instanceof S3Exception s3 && s3.statusCode() == NO_SUCH_RANGE) {
        return Optional.empty(); // It has no first byte: it is empty.
      }
      SnapshotStoreException failure = S3Failures.of("reading", bucket, key, e);
      return switch (failure.why()) {
        case STORE_AWAY, BUCKET_MISSING -> throw failure;
        case ARCHIVED, KEY_REFUSED, ACCESS_DENIED, NOT_FOUND, REFUSED, UNREADABLE ->
            Optional.of(failure.why() + ": " + e.getMessage());
      };
    } catch (IOException e) {
      throw new SnapshotStoreException(
          Cause.STORE_AWAY, "reading s3://" + bucket + "/" + key + " broke off: " + e, e);
    }
  }

  @Override
  public List<StoredObject> list() {
    return objects(SnapshotKeys.prefix(cluster, uid));
  }

  @Override
  public void delete(String key) {
    SnapshotKeys.own(cluster, uid, key);
    try {
      client.deleteObject(of -> of.bucket(bucket).key(key));
    } catch (SdkException e) {
      throw S3Failures.of("deleting", bucket, key, e);
    }
  }

  @Override
  public int abortUploads(Instant before) {
    String prefix = SnapshotKeys.prefix(cluster, uid);
    try {
      List<MultipartUpload> old = new ArrayList<>();
      client
          .listMultipartUploadsPaginator(of -> of.bucket(bucket).prefix(prefix))
          .uploads()
          .forEach(
              upload -> {
                if (upload.key().startsWith(prefix) && upload.initiated().isBefore(before)) {
                  old.add(upload);
                }
              });
      for (MultipartUpload upload : old) {
        client.abortMultipartUpload(
            of -> of.bucket(bucket).key(upload.key()).uploadId(upload.uploadId()));
      }
      return old.size();
    } catch (SdkException e) {
      throw S3Failures.of("aborting old uploads under", bucket, prefix, e);
    }
  }

  @Override
  public void close() {
    onClose.run();
  }

  /** Whether this call created the object; false when one stands there already. */
  private boolean create(String key, String content) {
    PutObjectRequest.Builder put =
        PutObjectRequest.builder().bucket(bucket).key(key).contentType("application/json");
    kmsKey.ifPresent(id -> put.serverSideEncryption(ServerSideEncryption.AWS_KMS).ssekmsKeyId(id));
    try {
      return SmallObjects.createdNow(client, put, content);
    } catch (SdkException e) {
      throw S3Failures.of("creating", bucket, key, e);
    }
  }

  /** A small object; empty where there is none. */
  private Optional<Map<String, Object>> json(String key) {
    try {
      return Optional.of(
          readable(key, () -> JsonTree.read(SmallObjects.text(client, bucket, key), key)));
    } catch (SdkException e) {
      return switch (S3Failures.cause(e)) {
        case NOT_FOUND -> Optional.empty();
        // S3 answers "denied" for a missing object if the right to list is limited to a prefix.
        case ACCESS_DENIED -> absent(key, e);
        case STORE_AWAY, BUCKET_MISSING, ARCHIVED, KEY_REFUSED, REFUSED, UNREADABLE ->
            throw S3Failures.of("reading", bucket, key, e);
      };
    }
  }

  private Optional<Map<String, Object>> absent(String key, SdkException denied) {
    boolean there;
    try {
      there = objects(key).stream().anyMatch(object -> object.key().equals(key));
    } catch (SnapshotStoreException e) {
      SnapshotStoreException failure = S3Failures.of("reading", bucket, key, denied);
      failure.addSuppressed(e);
      throw failure;
    }
    if (there) {
      throw S3Failures.of("reading", bucket, key, denied);
    }
    return Optional.empty();
  }

  private List<StoredObject> objects(String prefix) {
    List<StoredObject> objects;
    try {
      objects =
          client.listObjectsV2Paginator(of -> of.bucket(bucket).prefix(prefix)).contents().stream()
              .limit(MOST_OBJECTS + 1)
              .map(S3SnapshotStore::object)
              .toList();
    } catch (SdkException e) {
      throw S3Failures.of("listing", bucket, prefix, e);
    }
    if (objects.size() > MOST_OBJECTS) {
      throw new SnapshotStoreException(
          Cause.REFUSED,
          "s3://"
              + bucket
              + "/"
              + prefix
              + " holds more than "
              + MOST_OBJECTS
              + " objects, and no more are listed: have an administrator remove what belongs to no"
              + " snapshot");
    }
    return objects;
  }

  private static StoredObject object(S3Object object) {
    return new StoredObject(
        object.key(),
        object.size(),
        object.lastModified(),
        Optional.ofNullable(object.storageClassAsString()).filter(ARCHIVES::contains));
  }

  private interface Reading<T> {
    T read();
  }

  private <T> T readable(String key, Reading<T> reading) {
    try {
      return reading.read();
    } catch (UnreadableRecordException | IllegalArgumentException e) {
      throw new SnapshotStoreException(
          Cause.UNREADABLE, "s3://" + bucket + "/" + key + ": " + e.getMessage(), e);
    }
  }
}
