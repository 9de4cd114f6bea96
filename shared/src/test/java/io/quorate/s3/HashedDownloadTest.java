package io.quorate.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.model.Sha256;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

class HashedDownloadTest {
  private static final int PART = 8 * 1024 * 1024;
  private static final String TAG = "\"tag\"";

  @TempDir private Path folder;
  private final byte[] object = random(3 * PART + 11);

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(3).nextBytes(bytes);
    return bytes;
  }

  /** An object in a bucket that answers as it is told to. */
  private static final class Bucket implements S3Client {
    final List<GetObjectRequest> asked = new CopyOnWriteArrayList<>();
    private final byte[] object;
    private final UnaryOperator<Answer> how;

    /** What is given for a range. */
    record Answer(int begin, int end, @Nullable String contentRange) {}

    Bucket(byte[] object, UnaryOperator<Answer> how) {
      this.object = object;
      this.how = how;
    }

    @Override
    public ResponseInputStream<GetObjectResponse> getObject(GetObjectRequest request) {
      asked.add(request);
      String[] range = request.range().substring("bytes=".length()).split("-", 2);
      int begin = Integer.parseInt(range[0]);
      int end = Math.min(object.length, Integer.parseInt(range[1]) + 1);
      Answer answer =
          how.apply(
              new Answer(begin, end, "bytes " + begin + "-" + (end - 1) + "/" + object.length));
      byte[] bytes = Arrays.copyOfRange(object, answer.begin(), answer.end());
      return new ResponseInputStream<>(
          GetObjectResponse.builder()
              .eTag(TAG)
              .contentLength((long) bytes.length)
              .contentRange(answer.contentRange())
              .build(),
          AbortableInputStream.create(new ByteArrayInputStream(bytes)));
    }

    @Override
    public String serviceName() {
      return "s3";
    }

    @Override
    public void close() {}
  }

  private String download(S3Client bucket) throws IOException {
    return new HashedDownload(bucket, "bucket", "key").to(folder.resolve("got"), bytes -> {});
  }

  private void assertBroken(Bucket bucket, Cause why, String words) {
    assertThatExceptionOfType(SnapshotStoreException.class)
        .isThrownBy(() -> download(bucket))
        .satisfies(e -> assertThat(e.why()).isEqualTo(why))
        .withMessageContaining(words);
  }

  @Test
  void partsOfOneObjectBecomeTheWholeFile() throws Exception {
    Bucket bucket = new Bucket(object, answer -> answer);

    assertThat(download(bucket)).isEqualTo(Sha256.of(object));
    assertThat(folder.resolve("got")).hasBinaryContent(object);
    assertThat(bucket.asked)
        .extracting(GetObjectRequest::range)
        .containsExactlyInAnyOrder(
            "bytes=0-8388607",
            "bytes=8388608-16777215",
            "bytes=16777216-25165823",
            "bytes=25165824-25165834");
    assertThat(bucket.asked.subList(1, 4))
        .extracting(GetObjectRequest::ifMatch)
        .as("of the object that the first part is of")
        .containsOnly(TAG);
  }

  /** The first of the others is answered only once the second of them is asked for. */
  @Test
  void partsComeSideBySide() throws Exception {
    CountDownLatch three = new CountDownLatch(3);
    Bucket bucket =
        new Bucket(
            object,
            answer -> {
              three.countDown();
              if (answer.begin() > 0) {
                awaited(three);
              }
              return answer;
            });

    assertThat(download(bucket)).isEqualTo(Sha256.of(object));
  }

  private static void awaited(CountDownLatch latch) {
    try {
      if (!latch.await(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("one part was asked for after another");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aServiceWithoutRangesGivesTheWholeFileAtOnce() throws Exception {
    Bucket bucket = new Bucket(object, answer -> new Bucket.Answer(0, object.length, null));

    assertThat(download(bucket)).isEqualTo(Sha256.of(object));
    assertThat(bucket.asked).hasSize(1);
  }

  @Test
  void aFileThatIsOverwrittenHasNothingOfTheFormerOne() throws Exception {
    download(new Bucket(object, answer -> answer));
    byte[] small = random(5);

    assertThat(download(new Bucket(small, answer -> answer))).isEqualTo(Sha256.of(small));
    assertThat(folder.resolve("got")).hasBinaryContent(small);
  }

  @Test
  void aPartThatEndsTooSoonIsNoFile() {
    assertBroken(
        new Bucket(
            object,
            answer ->
                answer.begin() == PART
                    ? new Bucket.Answer(PART, PART + 9, answer.contentRange())
                    : answer),
        Cause.STORE_AWAY,
        "ended after 8388617 of 16777216");
  }

  @Test
  void aPartOfAnotherPlaceIsNoFile() {
    assertBroken(
        new Bucket(
            object,
            answer ->
                answer.begin() == PART
                    ? new Bucket.Answer(0, PART, "bytes 0-8388607/" + object.length)
                    : answer),
        Cause.STORE_AWAY,
        "bytes=8388608-16777215");
  }

  @Test
  void aPartOfAnotherObjectIsNoFile() {
    Bucket bucket =
        new Bucket(
            object,
            answer -> {
              if (answer.begin() > PART) {
                throw S3Exception.builder().statusCode(412).message("changed").build();
              }
              return answer;
            });

    assertBroken(bucket, Cause.REFUSED, "changed");
  }
}
