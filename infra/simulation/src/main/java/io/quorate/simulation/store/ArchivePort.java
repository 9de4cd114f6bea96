package io.quorate.simulation.store;

import io.quorate.simulation.schedule.CallFault;
import io.quorate.simulation.schedule.SimTransport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** S3 as one controller's own lineage mirror reaches it. */
public final class ArchivePort implements S3Client {
  private static final long TIMEOUT_MILLIS = 5_000;
  private static final int EXISTS = 412;
  private static final int MISSING = 404;

  private final ArchiveModel model;
  private final SimTransport wire;
  private final Function<Boolean, CallFault> callFaults;

  /**
   * For this actor.
   *
   * @param callFaults what becomes of its next request; whether it writes
   */
  public ArchivePort(
      ArchiveModel model, SimTransport wire, Function<Boolean, CallFault> callFaults) {
    this.model = model;
    this.wire = wire;
    this.callFaults = callFaults;
  }

  @Override
  public PutObjectResponse putObject(PutObjectRequest put, RequestBody body) {
    String content = text(body);
    boolean created =
        wire.remote(
            "archives " + put.key(),
            callFaults.apply(true),
            TIMEOUT_MILLIS,
            () ->
                onlyIfAbsent(put)
                    ? model.create(put.key(), content)
                    : model.overwrite(put.key(), content),
            why -> {
              throw SdkClientException.create(why);
            });
    if (!created) {
      throw refused(EXISTS, put.key() + " exists");
    }
    return PutObjectResponse.builder().build();
  }

  private static boolean onlyIfAbsent(PutObjectRequest put) {
    return "*".equals(put.ifNoneMatch());
  }

  @Override
  public <T> T getObject(
      GetObjectRequest get, ResponseTransformer<GetObjectResponse, T> transformer) {
    Optional<String> found =
        wire.remote(
            "reads archived " + get.key(),
            callFaults.apply(false),
            TIMEOUT_MILLIS,
            () -> model.find(get.key()),
            why -> {
              throw SdkClientException.create(why);
            });
    byte[] content = found.orElseThrow(() -> missing(get.key())).getBytes(StandardCharsets.UTF_8);
    try {
      return transformer.transform(
          GetObjectResponse.builder().build(),
          AbortableInputStream.create(new ByteArrayInputStream(content)));
    } catch (Exception e) {
      throw new IllegalStateException("reading archived " + get.key() + " from memory failed", e);
    }
  }

  private static S3Exception refused(int code, String why) {
    return (S3Exception) S3Exception.builder().statusCode(code).message(why).build();
  }

  /** As S3 answers, and the SDK throws. */
  private static S3Exception missing(String key) {
    return (S3Exception)
        NoSuchKeyException.builder().statusCode(MISSING).message("no object " + key).build();
  }

  private static String text(RequestBody body) {
    try (InputStream content = body.contentStreamProvider().newStream()) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read what is to be archived", e);
    }
  }

  @Override
  public String serviceName() {
    return "s3";
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
