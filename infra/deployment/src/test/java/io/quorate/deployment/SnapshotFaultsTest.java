package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.s3.S3Client;

/** A bucket whose answers go wrong: each failure is named, and nothing is left of an upload. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SnapshotFaultsTest {
  private static final ClusterName CLUSTER = new ClusterName("demo");
  private static final ClusterUid UID = new ClusterUid("uid-1");
  private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");
  private static final byte[] CONTENT = new byte[20_000_003];

  static {
    new Random(5).nextBytes(CONTENT);
  }

  @TempDir private static Path folder;
  private final LocalCloud cloud;
  private final AdaptersOn adapters;
  private int attempts;

  SnapshotFaultsTest() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    adapters = AdaptersOn.cloud(cloud);
  }

  @AfterAll
  void stop() throws IOException {
    adapters.close();
  }

  @AfterEach
  void mend() {
    cloud.faults().clear();
  }

  private SnapshotStore store() {
    return adapters.snapshots(CLUSTER, UID);
  }

  private String key() {
    SnapshotId id = SnapshotId.of(Instant.parse("2026-01-02T03:04:05Z"), Generation.FIRST, 1);
    return SnapshotKeys.data(CLUSTER, UID, id, ++attempts);
  }

  private static InputStream content() {
    return new ByteArrayInputStream(CONTENT);
  }

  private void fault(String operation, FaultAction action) {
    cloud.faults().add(FaultRule.always("test", action).onService("s3").onOperation(operation));
  }

  /** As a lifecycle rule archives a snapshot that nobody wrote again. */
  @Test
  void anArchivedFileIsListedAsOneAndRefusesToBeRead() throws Exception {
    try (SnapshotStore store = store()) {
      String key = key();
      store.upload(key, content(), bytes -> {});
      assertThat(moved("POST", key, "GLACIER")).isEqualTo(200);

      assertThat(store.list())
          .filteredOn(object -> object.key().equals(key))
          .singleElement()
          .satisfies(object -> assertThat(object.archive()).contains("GLACIER"));
      assertThat(store.unreadable(key))
          .hasValueSatisfying(why -> assertThat(why).startsWith("ARCHIVED: "));
      assertThatExceptionOfType(SnapshotStoreException.class)
          .isThrownBy(() -> store.download(key, folder.resolve("archived"), bytes -> {}))
          .satisfies(e -> assertThat(e.why()).isEqualTo(Cause.ARCHIVED));

      assertThat(moved("POST", key, "DEEP_FREEZE")).isEqualTo(400);
      assertThat(moved("POST", key + ".other", "GLACIER")).isEqualTo(404);
      assertThat(moved("DELETE", key, "")).isEqualTo(200);
      assertThat(store.unreadable(key)).isEmpty();
      assertThat(store.list()).noneMatch(object -> object.archive().isPresent());
    }
  }

  private int moved(String method, String key, String storageClass) throws Exception {
    HttpRequest.BodyPublisher body =
        HttpRequest.BodyPublishers.ofString("{\"storageClass\": \"" + storageClass + "\"}");
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(
                      cloud
                          .endpoint()
                          .resolve("/_cloud/objects/" + QuorateResources.BUCKET + "/" + key))
                  .method(method, body)
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, KMS.DisabledException, KEY_REFUSED",
    "403, AccessDenied, ACCESS_DENIED",
    "403, InvalidObjectState, ARCHIVED"
  })
  void aFileThatCannotBeReadIsNamed(int status, String code, Cause cause) throws Exception {
    try (SnapshotStore store = store()) {
      String key = key();
      store.upload(key, content(), bytes -> {});
      fault("GetObject", new FaultAction.Fail(status, code));

      assertThat(store.unreadable(key))
          .hasValueSatisfying(why -> assertThat(why).startsWith(cause + ": "));
      assertThatExceptionOfType(SnapshotStoreException.class)
          .isThrownBy(() -> store.download(key, folder.resolve("denied"), bytes -> {}))
          .satisfies(e -> assertThat(e.why()).isEqualTo(cause));
    }
  }

  @Test
  void aBucketThatIsAwaySaysNothingOfAFile() throws Exception {
    try (SnapshotStore store = store()) {
      String key = key();
      store.upload(key, content(), bytes -> {});
      fault("GetObject", new FaultAction.Fail(404, "NoSuchBucket"));

      assertThatExceptionOfType(SnapshotStoreException.class)
          .isThrownBy(() -> store.unreadable(key))
          .satisfies(e -> assertThat(e.why()).isEqualTo(Cause.BUCKET_MISSING));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CreateMultipartUpload, 503, SlowDown, STORE_AWAY",
    "CreateMultipartUpload, 404, NoSuchBucket, BUCKET_MISSING",
    "CreateMultipartUpload, 403, AccessDenied, ACCESS_DENIED",
    "UploadPart, 500, InternalError, STORE_AWAY",
    "UploadPart, 404, NoSuchBucket, BUCKET_MISSING",
    "UploadPart, 403, AccessDenied, ACCESS_DENIED",
    "CompleteMultipartUpload, 503, SlowDown, STORE_AWAY",
    "CompleteMultipartUpload, 403, AccessDenied, ACCESS_DENIED"
  })
  void anUploadThatFailsIsNamedAndLeavesNothing(
      String operation, int status, String code, Cause cause) {
    fault(operation, new FaultAction.Fail(status, code));
    try (SnapshotStore store = store()) {
      String key = key();

      assertThatExceptionOfType(SnapshotStoreException.class)
          .isThrownBy(() -> store.upload(key, content(), bytes -> {}))
          .satisfies(e -> assertThat(e.why()).isEqualTo(cause))
          .withMessageContaining(key);

      cloud.faults().clear();
      assertThat(store.list()).noneMatch(object -> object.key().equals(key));
      assertThat(store.abortUploads(LATER)).as("uploads that were left").isZero();
    }
  }

  @Test
  void aPartWhoseAnswerIsLostIsSentAgain() throws Exception {
    cloud
        .faults()
        .add(
            FaultRule.always("test", new FaultAction.DropAfter())
                .onService("s3")
                .onOperation("UploadPart")
                .times(1));
    try (SnapshotStore store = store()) {
      assertThat(store.upload(key(), content(), bytes -> {})).isEqualTo(CONTENT.length);
    }
  }

  /** What is there then is the own object, and not another one in the way. */
  @Test
  void aCompletionWhoseAnswerIsLostIsKnownAsTheOwn() throws Exception {
    cloud
        .faults()
        .add(
            FaultRule.always("test", new FaultAction.DropAfter())
                .onService("s3")
                .onOperation("CompleteMultipartUpload")
                .times(1));
    try (SnapshotStore store = store()) {
      String key = key();
      assertThat(store.upload(key, content(), bytes -> {})).isEqualTo(CONTENT.length);
      assertThat(store.list()).anyMatch(object -> object.key().equals(key));
    }
  }

  /** A killed agent aborts nothing; the controller's sweep does. */
  @Test
  void anUploadThatNobodyEndsIsAbortedBySweeps() {
    try (SnapshotStore store = store();
        S3Client s3 = adapters.client()) {
      String key = key();
      String upload =
          s3.createMultipartUpload(to -> to.bucket(adapters.bucket()).key(key)).uploadId();
      assertThat(upload).isNotEmpty();

      assertThat(store.abortUploads(Instant.EPOCH)).as("it may still go on").isZero();
      assertThat(store.abortUploads(LATER)).isEqualTo(1);
      assertThat(store.abortUploads(LATER)).isZero();
    }
  }

  @Test
  void aDownloadThatBreaksOffIsTheBucketsFault() throws Exception {
    try (SnapshotStore store = store()) {
      String key = key();
      store.upload(key, content(), bytes -> {});
      fault("GetObject", new FaultAction.Fail(503, "SlowDown"));

      assertThatExceptionOfType(SnapshotStoreException.class)
          .isThrownBy(() -> store.download(key, folder.resolve("file"), bytes -> {}))
          .satisfies(e -> assertThat(e.why()).isEqualTo(Cause.STORE_AWAY));
    }
  }

  /** The disk's fault must not be called the bucket's. */
  @Test
  void aFullDiskIsNotTheBucketsFault() throws Exception {
    Path full = Path.of("/dev/full");
    assertThat(Files.exists(full)).as("Linux has " + full).isTrue();
    try (SnapshotStore store = store()) {
      String key = key();
      store.upload(key, content(), bytes -> {});

      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> store.download(key, full, bytes -> {}))
          .withMessageContaining("No space left on device");
    }
  }
}
