package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** What Quorate's lineage and snapshots rest on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class S3Contract {
  private static final String BUCKET = QuorateResources.BUCKET;

  private ClosableCloud cloud;
  private S3Client s3;

  /** Starts what is to be tried, empty. */
  abstract ClosableCloud startCloud() throws IOException;

  @BeforeAll
  void start() throws IOException {
    cloud = startCloud();
    QuorateResources.createOn(cloud);
    s3 = AwsClients.of(cloud, "operator").s3();
  }

  @AfterAll
  void stop() throws IOException {
    s3.close();
    cloud.close();
  }

  @Test
  void ofSixteenThatCreateOneKeyExactlyOneWinsAndTheObjectIsItsOwn() throws Exception {
    int writers = 16;
    for (int round = 0; round < 10; round++) {
      String key = "lineage/" + round;
      CyclicBarrier together = new CyclicBarrier(writers);
      List<Callable<Boolean>> writes =
          IntStream.range(0, writers)
              .<Callable<Boolean>>mapToObj(
                  i ->
                      () -> {
                        together.await();
                        return create(key, "writer " + i);
                      })
              .toList();
      try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
        List<Future<Boolean>> results = threads.invokeAll(writes);
        List<Integer> winners =
            IntStream.range(0, writers).filter(i -> results.get(i).resultNow()).boxed().toList();
        assertThat(winners).hasSize(1);
        assertThat(text(key)).isEqualTo("writer " + winners.get(0));
      }
    }
  }

  /** Whether it won; a loser must have been told 412. */
  private boolean create(String key, String content) {
    try {
      s3.putObject(
          p -> p.bucket(BUCKET).key(key).ifNoneMatch("*"), RequestBody.fromString(content));
      return true;
    } catch (S3Exception e) {
      assertThat(e.statusCode()).isEqualTo(412);
      assertThat(e.awsErrorDetails().errorCode()).isEqualTo("PreconditionFailed");
      return false;
    }
  }

  @Test
  void aKeyCanBeCreatedAnewOnceItIsDeleted() {
    assertThat(create("again", "first")).isTrue();
    s3.deleteObject(d -> d.bucket(BUCKET).key("again"));
    assertThat(create("again", "second")).isTrue();
    assertThat(create("again", "third")).isFalse();
    assertThat(text("again")).isEqualTo("second");
  }

  @Test
  void anUploadInPartsCannotCompleteOverAnObject() {
    assertThat(upload("parts", "x".repeat(5 << 20), "tail").statusCode()).isEqualTo(200);
    assertThat(text("parts")).hasSize((5 << 20) + 4).endsWith("tail");
    var refused =
        catchThrowableOfType(S3Exception.class, () -> upload("parts", "y".repeat(5 << 20), "z"));
    assertThat(refused.statusCode()).isEqualTo(412);
    assertThat(text("parts")).endsWith("tail");
  }

  private SdkHttpResponse upload(String key, String first, String second) {
    String id = s3.createMultipartUpload(c -> c.bucket(BUCKET).key(key)).uploadId();
    List<String> contents = List.of(first, second);
    List<CompletedPart> parts =
        IntStream.rangeClosed(1, 2)
            .mapToObj(
                n ->
                    CompletedPart.builder()
                        .partNumber(n)
                        .eTag(
                            s3.uploadPart(
                                    u -> u.bucket(BUCKET).key(key).uploadId(id).partNumber(n),
                                    RequestBody.fromString(contents.get(n - 1)))
                                .eTag())
                        .build())
            .toList();
    return s3.completeMultipartUpload(
            c ->
                c.bucket(BUCKET)
                    .key(key)
                    .uploadId(id)
                    .ifNoneMatch("*")
                    .multipartUpload(m -> m.parts(parts)))
        .sdkHttpResponse();
  }

  @Test
  void twentyMegabytesComeBackAsTheyWent() {
    byte[] bytes = new byte[20 << 20];
    new Random(20).nextBytes(bytes);
    s3.putObject(p -> p.bucket(BUCKET).key("snapshots/big"), RequestBody.fromBytes(bytes));
    assertThat(s3.headObject(h -> h.bucket(BUCKET).key("snapshots/big")).contentLength())
        .isEqualTo(bytes.length);
    assertThat(s3.getObjectAsBytes(g -> g.bucket(BUCKET).key("snapshots/big")).asByteArray())
        .isEqualTo(bytes);
    byte[] range =
        s3.getObjectAsBytes(g -> g.bucket(BUCKET).key("snapshots/big").range("bytes=1000-1999"))
            .asByteArray();
    assertThat(range).isEqualTo(Arrays.copyOfRange(bytes, 1000, 2000));
  }

  @Test
  void objectsAreFoundByPrefix() {
    for (String key : List.of("list/a b+c", "list/ü", "other/x")) {
      s3.putObject(p -> p.bucket(BUCKET).key(key), RequestBody.fromString(key));
      assertThat(text(key)).isEqualTo(key);
    }
    assertThat(s3.listObjectsV2(l -> l.bucket(BUCKET).prefix("list/")).contents())
        .extracting(S3Object::key)
        .containsExactly("list/a b+c", "list/ü");
  }

  @Test
  void aMissingKeyIsNoSuchKey() {
    assertThatThrownBy(() -> text("missing")).isInstanceOf(NoSuchKeyException.class);
    assertThatThrownBy(() -> s3.headObject(h -> h.bucket(BUCKET).key("missing")))
        .isInstanceOf(NoSuchKeyException.class);
  }

  @Test
  void aReplacementMayDependOnTheTagSeen() {
    String first =
        s3.putObject(p -> p.bucket(BUCKET).key("tagged"), RequestBody.fromString("1")).eTag();
    s3.putObject(p -> p.bucket(BUCKET).key("tagged").ifMatch(first), RequestBody.fromString("2"));
    assertThatThrownBy(
            () ->
                s3.putObject(
                    p -> p.bucket(BUCKET).key("tagged").ifMatch(first),
                    RequestBody.fromString("3")))
        .isInstanceOfSatisfying(S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(412));
    assertThat(text("tagged")).isEqualTo("2");
  }

  private String text(String key) {
    return s3.getObjectAsBytes(g -> g.bucket(BUCKET).key(key)).asUtf8String();
  }
}
