package io.quorate.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotObjects;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** What agents wrote into the bucket costs its readers bounded memory and time. */
class SmallObjectsTest {
  private static final ClusterName DEMO = new ClusterName("demo");
  private static final ClusterUid UID = new ClusterUid("uid-1");

  /** A bucket without an end: each object, and each listing. */
  private static final class Endless implements S3Client {
    final AtomicLong sent = new AtomicLong();
    final AtomicInteger aborts = new AtomicInteger();
    final AtomicInteger pages = new AtomicInteger();
    final List<String> ranges = new ArrayList<>();

    @Override
    public <T> T getObject(
        GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> transformer) {
      ranges.add(request.range());
      InputStream spaces =
          new InputStream() {
            @Override
            public int read() {
              sent.incrementAndGet();
              return ' ';
            }

            @Override
            public int read(byte[] into, int from, int length) {
              Arrays.fill(into, from, from + length, (byte) ' ');
              sent.addAndGet(length);
              return length;
            }
          };
      try {
        return transformer.transform(
            GetObjectResponse.builder().build(),
            AbortableInputStream.create(spaces, aborts::incrementAndGet));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public ListObjectsV2Response listObjectsV2(ListObjectsV2Request request) {
      int page = pages.incrementAndGet();
      return ListObjectsV2Response.builder()
          .contents(
              IntStream.range(0, 1_000)
                  .mapToObj(
                      n ->
                          S3Object.builder()
                              .key(request.prefix() + page + "-" + n)
                              .size(0L)
                              .lastModified(Instant.EPOCH)
                              .build())
                  .toList())
          .isTruncated(true)
          .nextContinuationToken("page-" + page)
          .build();
    }

    @Override
    public String serviceName() {
      return "s3";
    }

    @Override
    public void close() {}
  }

  @Test
  void anObjectWithoutAnEndIsReadToItsBoundAndGivenUp() {
    Endless endless = new Endless();

    assertThatExceptionOfType(UnreadableRecordException.class)
        .isThrownBy(() -> SmallObjects.text(endless, "bucket", "demo/uid-1/snapshots/x.pin"))
        .withMessageContaining("demo/uid-1/snapshots/x.pin")
        .withMessageContaining("more than 65536 bytes");

    assertThat(endless.sent).hasValue(SnapshotObjects.SMALL_BYTES + 1);
    assertThat(endless.aborts).hasValue(1);
    assertThat(endless.ranges).containsExactly("bytes=0-65536");
  }

  @Test
  void aListingWithoutAnEndIsGivenUpAndNamed() {
    Endless endless = new Endless();
    try (SnapshotStore store =
        S3SnapshotStore.sharing(endless, "bucket", DEMO, UID, Optional.empty())) {
      assertThatExceptionOfType(SnapshotStoreException.class)
          .isThrownBy(store::list)
          .satisfies(e -> assertThat(e.why()).isEqualTo(SnapshotStoreException.Cause.REFUSED))
          .withMessageContaining("s3://bucket/demo/uid-1/snapshots/ holds more than 50000 objects")
          .withMessageContaining("have an administrator remove");
    }
    assertThat(endless.pages).hasValueLessThanOrEqualTo(52);
  }
}
