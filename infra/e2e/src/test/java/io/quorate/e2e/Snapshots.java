package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.model.Generation;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.store.CatalogueLine;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** The snapshots of a stage's cluster: taken on request, and damaged behind everybody's back. */
final class Snapshots {
  private final Stage stage;
  private final RecordStore store;

  Snapshots(Stage stage) {
    this.stage = stage;
    this.store = stage.clusters.store();
  }

  /** The catalogue, oldest first. */
  List<SnapshotRecord> list() {
    return store.list(Table.CLUSTERS, stage.name.value(), Keys.SNAPSHOT).stream()
        .map(CatalogueLine::read)
        .sorted(Comparator.comparing(SnapshotRecord::id))
        .toList();
  }

  SnapshotRecord record(SnapshotRecord as) {
    return list().stream().filter(line -> line.id().equals(as.id())).findFirst().orElseThrow();
  }

  /** Waits for the snapshot that a generation takes by itself, as soon as it serves. */
  void awaitFirst(long generation) {
    AwaitCondition.until(
        "a snapshot of generation " + generation,
        Stage.SOON,
        () -> list().stream().anyMatch(line -> of(generation, line)));
  }

  private static boolean of(long generation, SnapshotRecord line) {
    return line.id().generation().equals(new Generation(generation));
  }

  /** Takes one, as {@code quorate snapshot take --wait} does, and returns it. */
  SnapshotRecord take() {
    String id = "test-" + UUID.randomUUID();
    Key key = Keys.request(stage.name, id);
    Request asked =
        Request.open(id, RequestKind.TAKE_SNAPSHOT, Map.of(), "the test", Instant.now());
    boolean written =
        store
            .write(new Write.Put(new Item(key, Codecs.REQUEST.write(asked)), Expect.noRecord()))
            .written();
    assertThat(written).as("request " + id).isTrue();
    Request answered =
        AwaitCondition.value(
            "the answer to request " + id,
            Stage.SOON,
            () ->
                Optional.ofNullable(store.read(List.of(key)).get(key))
                    .map(item -> Codecs.REQUEST.read(item.attributes(), key.toString()))
                    .filter(request -> request.state().closed()));
    assertThat(answered.state()).as(answered.detail()).isEqualTo(Request.State.DONE);
    String taken = answered.result().get("snapshot");
    return list().stream()
        .filter(line -> line.id().value().equals(taken))
        .findFirst()
        .orElseThrow();
  }

  /** The size of an object in the bucket, in bytes; an error where there is none. */
  long sizeOf(String key) {
    String bucket = stage.deployment.resources().bucket();
    try (S3Client s3 = stage.deployment.clients().s3()) {
      return s3.headObject(head -> head.bucket(bucket).key(key)).contentLength();
    }
  }

  /**
   * Cuts the file of a snapshot to half its length; nobody may overwrite an object of the bucket.
   */
  void truncate(SnapshotRecord snapshot) {
    SnapshotManifest manifest = snapshot.manifest();
    String bucket = stage.deployment.resources().bucket();
    try (S3Client s3 = stage.deployment.clients().s3()) {
      byte[] whole =
          s3.getObjectAsBytes(get -> get.bucket(bucket).key(manifest.dataKey())).asByteArray();
      assertThat(whole).hasSize((int) manifest.sizeBytes());
      s3.deleteObject(delete -> delete.bucket(bucket).key(manifest.dataKey()));
      s3.putObject(
          put -> put.bucket(bucket).key(manifest.dataKey()).ifNoneMatch("*"),
          RequestBody.fromBytes(java.util.Arrays.copyOf(whole, whole.length / 2)));
    }
  }
}
