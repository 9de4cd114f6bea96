package io.quorate.e2e;

import io.quorate.codec.Codecs;
import io.quorate.codec.JsonTree;
import io.quorate.deployment.Principals;
import io.quorate.model.ClusterUid;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.s3.S3SnapshotStore;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.store.CatalogueLine;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/** A stage's snapshots: asked for as an operator does, and looked at in catalogue and bucket. */
final class SnapshotCommands implements AutoCloseable {
  /** etcd appends the SHA-256 of the database to it. */
  private static final int HASH_BYTES = 32;

  private final Stage stage;
  private final String bucket;
  private final ClusterUid uid;
  private final S3Client client;
  final SnapshotStore store;

  SnapshotCommands(Stage stage) {
    this.stage = stage;
    this.bucket = stage.deployment.resources().bucket();
    this.uid = stage.clusters.lineage(stage.name).orElseThrow().uid();
    this.client =
        S3Client.builder()
            .endpointOverride(stage.deployment.cloud().endpoint())
            .region(Region.of(stage.deployment.cloud().region()))
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(Principals.ADMINISTRATOR, "local")))
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .forcePathStyle(true)
            .build();
    this.store = new S3SnapshotStore(client, bucket, stage.name, uid, Optional.empty());
  }

  /** Asks the controller, and waits for its answer. */
  Request ask(RequestKind kind, Map<String, String> arguments) {
    return answer(submit(kind, arguments));
  }

  /** Asks the controller, and does not wait. */
  Key submit(RequestKind kind, Map<String, String> arguments) {
    String id = "request-" + UUID.randomUUID();
    Key key = Keys.request(stage.name, id);
    Request request = Request.open(id, kind, arguments, "test", Instant.now());
    Write write = new Write.Put(new Item(key, Codecs.REQUEST.write(request)), Expect.noRecord());
    if (!stage.clusters.store().write(write).written()) {
      throw new AssertionError("request " + id + " is there already");
    }
    return key;
  }

  /** Waits for the answer to a request. */
  Request answer(Key key) {
    return AwaitCondition.value(
        "an answer to " + key,
        Stage.SOON,
        () ->
            Optional.ofNullable(stage.clusters.store().read(List.of(key)).get(key))
                .map(item -> Codecs.REQUEST.read(item.attributes(), key.toString()))
                .filter(now -> now.state().closed()));
  }

  /** The keys of uploads that were begun and neither completed nor aborted. */
  List<String> openUploads() {
    return client.listMultipartUploads(of -> of.bucket(bucket)).uploads().stream()
        .map(MultipartUpload::key)
        .toList();
  }

  /** The catalogue. */
  List<SnapshotRecord> catalogue() {
    return stage.clusters.store().list(Table.CLUSTERS, stage.name.value(), Keys.SNAPSHOT).stream()
        .map(CatalogueLine::read)
        .toList();
  }

  /** A snapshot's line in the catalogue. */
  SnapshotRecord line(SnapshotId id) {
    return catalogue().stream().filter(line -> line.id().equals(id)).findFirst().orElseThrow();
  }

  /** The snapshot's file, as it stands in the bucket. */
  byte[] file(SnapshotManifest manifest) {
    return client.getObjectAsBytes(of -> of.bucket(bucket).key(manifest.dataKey())).asByteArray();
  }

  /**
   * Puts another database in a snapshot's place as a forger would who may delete: with the hash
   * that etcd appended and the manifest's SHA-256 made again.
   */
  void forge(SnapshotManifest manifest, byte[] file) {
    byte[] forged = file.clone();
    byte[] database = Arrays.copyOf(forged, forged.length - HASH_BYTES);
    System.arraycopy(sha256(database), 0, forged, database.length, HASH_BYTES);
    replace(manifest.dataKey(), forged);
    SnapshotManifest agrees =
        new SnapshotManifest(
            manifest.id(),
            manifest.cluster(),
            manifest.uid(),
            manifest.etcdClusterId(),
            manifest.member(),
            manifest.instance(),
            manifest.dataKey(),
            manifest.position(),
            manifest.etcdVersion(),
            forged.length,
            HexFormat.of().formatHex(sha256(forged)),
            manifest.hash(),
            manifest.takenAt(),
            manifest.because(),
            manifest.quorateVersion());
    replace(
        SnapshotKeys.manifest(stage.name, uid, manifest.id()),
        JsonTree.pretty(Codecs.MANIFEST.write(agrees)).getBytes(StandardCharsets.UTF_8));
  }

  /** The bucket's policy lets nobody overwrite an object, but a snapshot may be deleted. */
  private void replace(String key, byte[] content) {
    client.deleteObject(of -> of.bucket(bucket).key(key));
    client.putObject(
        of -> of.bucket(bucket).key(key).ifNoneMatch("*"), RequestBody.fromBytes(content));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
