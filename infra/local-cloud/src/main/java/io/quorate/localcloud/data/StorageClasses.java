package io.quorate.localcloud.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.localcloud.wire.FormParameters;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.JsonBody;
import io.quorate.localcloud.wire.JsonReplies;
import io.quorate.localcloud.wire.S3Path;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Storage classes of single objects, as a lifecycle rule changes them without a write, which the
 * library beneath does not know. An archived object is listed with its class, its head is shown,
 * and its content is refused; a write makes a new object, of class STANDARD.
 */
public final class StorageClasses implements ServiceEndpoint {
  /** The path prefix of {@link #admin}. */
  public static final String PREFIX = "/_cloud/objects";

  private static final Set<String> ARCHIVES = Set.of("GLACIER", "DEEP_ARCHIVE");
  private static final Set<String> OTHERS =
      Set.of("STANDARD", "STANDARD_IA", "ONEZONE_IA", "INTELLIGENT_TIERING", "GLACIER_IR");

  /** What is asked of an object beside its content. */
  private static final Set<String> BESIDE =
      Set.of("acl", "attributes", "legal-hold", "retention", "tagging", "uploadId");

  private static final Pattern CONTENTS = Pattern.compile("<Contents>.*?</Contents>");
  private static final Pattern KEY = Pattern.compile("<Key>(.*?)</Key>");
  private static final Pattern CLASS = Pattern.compile("<StorageClass>.*?</StorageClass>");

  private final ServiceEndpoint objects;
  private final Map<S3Path, String> classes = new ConcurrentHashMap<>();

  /** Before these objects. */
  public StorageClasses(ServiceEndpoint objects) {
    this.objects = objects;
  }

  /** Moves an object to a storage class. */
  public void move(String bucket, String key, String storageClass) {
    if (!ARCHIVES.contains(storageClass) && !OTHERS.contains(storageClass)) {
      throw new IllegalArgumentException(
          "storageClass is '%s', expected one of %s or %s"
              .formatted(storageClass, ARCHIVES, OTHERS));
    }
    classes.put(new S3Path(bucket, key), storageClass);
  }

  @Override
  public HttpReply handle(HttpCall call) throws IOException {
    S3Path path = S3Path.of(call.path());
    return switch (call.method()) {
      case "GET" -> path.key().isEmpty() ? listed(path, objects.handle(call)) : got(path, call);
      case "HEAD" -> headed(path, objects.handle(call));
      default -> {
        HttpReply reply = objects.handle(call);
        if (reply.status() < 300) {
          classes.remove(path);
        }
        yield reply;
      }
    };
  }

  private HttpReply got(S3Path path, HttpCall call) throws IOException {
    Optional<String> archive = Optional.ofNullable(classes.get(path)).filter(ARCHIVES::contains);
    if (archive.isEmpty() || BESIDE.stream().anyMatch(FormParameters.parse(call.query())::has)) {
      return headed(path, objects.handle(call));
    }
    String xml =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>InvalidObjectState</Code><Message>The operation is not valid for the object's storage class</Message><StorageClass>%s</StorageClass></Error>"
            .formatted(archive.get());
    return new HttpReply(403, Map.of("Content-Type", "application/xml"), xml.getBytes(UTF_8));
  }

  private HttpReply headed(S3Path path, HttpReply reply) {
    String storageClass = classes.get(path);
    if (storageClass == null || storageClass.equals("STANDARD") || reply.status() >= 300) {
      return reply;
    }
    Map<String, String> headers = new LinkedHashMap<>(reply.headers());
    headers.put("x-amz-storage-class", storageClass);
    return new HttpReply(reply.status(), headers, reply.body());
  }

  private HttpReply listed(S3Path path, HttpReply reply) {
    if (classes.keySet().stream().noneMatch(of -> of.bucket().equals(path.bucket()))) {
      return reply;
    }
    String xml =
        CONTENTS
            .matcher(new String(reply.body(), UTF_8))
            .replaceAll(found -> Matcher.quoteReplacement(shown(path.bucket(), found.group())));
    Map<String, String> headers = new LinkedHashMap<>(reply.headers());
    headers.keySet().removeIf(name -> name.equalsIgnoreCase("content-length"));
    return new HttpReply(reply.status(), headers, xml.getBytes(UTF_8));
  }

  private String shown(String bucket, String contents) {
    Matcher key = KEY.matcher(contents);
    String storageClass = key.find() ? classes.get(new S3Path(bucket, key.group(1))) : null;
    if (storageClass == null) {
      return contents;
    }
    String element = "<StorageClass>" + storageClass + "</StorageClass>";
    Matcher there = CLASS.matcher(contents);
    return there.find()
        ? there.replaceFirst(element)
        : contents.replace("</Contents>", element + "</Contents>");
  }

  /**
   * {@code /_cloud/objects/<bucket>/<key>}: POST {@code {"storageClass": "GLACIER"}} moves an
   * object, as a lifecycle rule does; DELETE moves it back to STANDARD.
   */
  public ServiceEndpoint admin() {
    return call -> {
      S3Path path = S3Path.of(call.path().substring(PREFIX.length()));
      String to =
          switch (call.method()) {
            case "POST" -> JsonBody.of(call).text("storageClass").orElse("");
            case "DELETE" -> "STANDARD";
            default -> "";
          };
      if (!Set.of("POST", "DELETE").contains(call.method())) {
        return JsonReplies.methodNotAllowed(call, "POST, DELETE");
      }
      HttpReply there =
          objects.handle(
              new HttpCall(
                  "HEAD",
                  "/" + path.bucket() + "/" + path.key(),
                  "",
                  Map.of(),
                  new byte[0],
                  call.principal()));
      if (there.status() != 200) {
        return JsonReplies.notFound("there is no object " + path.bucket() + "/" + path.key());
      }
      try {
        move(path.bucket(), path.key(), to);
      } catch (IllegalArgumentException e) {
        return JsonReplies.badRequest(String.valueOf(e.getMessage()));
      }
      return JsonReplies.ok(Map.of("bucket", path.bucket(), "key", path.key(), "storageClass", to));
    };
  }
}
