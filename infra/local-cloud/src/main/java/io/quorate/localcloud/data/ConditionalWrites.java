package io.quorate.localcloud.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.wire.FormParameters;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.S3Path;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * S3's conditional writes, which the library beneath does not know, and on which safety rests: with
 * {@code If-None-Match: *} a PutObject or CompleteMultipartUpload succeeds only where there is no
 * object; with {@code If-Match} only where the object has that ETag. Every write to a key waits for
 * the key's lock, so that nothing comes between the look and the write.
 */
final class ConditionalWrites implements ServiceEndpoint {
  private static final int STRIPES = 256;

  private final ServiceEndpoint objects;
  private final Lock[] locks =
      IntStream.range(0, STRIPES).mapToObj(i -> new ReentrantLock()).toArray(Lock[]::new);

  ConditionalWrites(ServiceEndpoint objects) {
    this.objects = objects;
  }

  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    if (!writesObject(call)) {
      return objects.handle(call);
    }
    Lock lock = locks[Math.floorMod(S3Path.of(call.path()).hashCode(), STRIPES)];
    lock.lock();
    try {
      Optional<HttpReply> refusal = refusal(call);
      return refusal.isPresent() ? refusal.get() : objects.handle(call);
    } finally {
      lock.unlock();
    }
  }

  /** Uploading a part makes no object; completing the upload does. */
  private static boolean writesObject(HttpCall call) {
    if (S3Path.of(call.path()).key().isEmpty()) {
      return false;
    }
    boolean ofUpload = FormParameters.parse(call.query()).has("uploadId");
    return switch (call.method()) {
      case "PUT", "DELETE" -> !ofUpload;
      case "POST" -> ofUpload;
      default -> false;
    };
  }

  private Optional<HttpReply> refusal(HttpCall call) throws IOException {
    boolean mustBeNew = call.header("if-none-match").filter("*"::equals).isPresent();
    Optional<String> mustBe = call.header("if-match");
    if (!mustBeNew && mustBe.isEmpty()) {
      return Optional.empty();
    }
    HttpReply there = head(call);
    boolean exists = there.status() == 200;
    if (mustBeNew) {
      return exists ? Optional.of(preconditionFailed("If-None-Match")) : Optional.empty();
    }
    if (!exists) {
      return Optional.of(error(404, "NoSuchKey", "The specified key does not exist.", ""));
    }
    boolean same = mustBe.map(ConditionalWrites::bare).equals(etag(there));
    return same ? Optional.empty() : Optional.of(preconditionFailed("If-Match"));
  }

  private HttpReply head(HttpCall call) throws IOException {
    return objects.handle(
        new HttpCall("HEAD", call.path(), "", Map.of(), new byte[0], call.principal()));
  }

  private static Optional<String> etag(HttpReply reply) {
    return reply.headers().entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase("etag"))
        .map(header -> bare(header.getValue()))
        .findFirst();
  }

  private static String bare(String etag) {
    return etag.replace("\"", "");
  }

  private static HttpReply preconditionFailed(String condition) {
    return error(
        412,
        "PreconditionFailed",
        "At least one of the pre-conditions you specified did not hold",
        "<Condition>" + condition + "</Condition>");
  }

  private static HttpReply error(int status, String code, String message, String more) {
    String xml =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>%s</Code><Message>%s</Message>%s</Error>"
            .formatted(code, message, more);
    return new HttpReply(status, Map.of("Content-Type", "application/xml"), xml.getBytes(UTF_8));
  }
}
