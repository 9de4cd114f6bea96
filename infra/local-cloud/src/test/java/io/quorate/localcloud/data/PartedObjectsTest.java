package io.quorate.localcloud.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Objects that were uploaded in parts, of any size: the smallest part is S3's rule, not its way.
 */
class PartedObjectsTest {
  private static final Pattern UPLOAD = Pattern.compile("<UploadId>([^<]+)</UploadId>");

  @TempDir Path home;
  private ServiceEndpoint s3;

  @BeforeEach
  void start() throws IOException {
    s3 = S3Server.start(Optional.of(home));
    ask("PUT", "/b", "", Map.of(), "");
  }

  private HttpReply ask(
      String method, String path, String query, Map<String, List<String>> headers, String body)
      throws IOException {
    return s3.handle(new HttpCall(method, path, query, headers, body.getBytes(UTF_8), "operator"));
  }

  private HttpReply get(String path, Optional<String> range) throws IOException {
    Map<String, List<String>> headers =
        range.<Map<String, List<String>>>map(of -> Map.of("range", List.of(of))).orElse(Map.of());
    return ask("GET", path, "", headers, "");
  }

  private static String text(HttpReply reply) {
    return new String(reply.body(), UTF_8);
  }

  private String begun(String path) throws IOException {
    Matcher found = UPLOAD.matcher(text(ask("POST", path, "uploads", Map.of(), "")));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  private void part(String path, String upload, int number, String content) throws IOException {
    Map<String, List<String>> length =
        Map.of("content-length", List.of(String.valueOf(content.length())));
    String query = "partNumber=" + number + "&uploadId=" + upload;
    assertThat(ask("PUT", path, query, length, content).status()).isEqualTo(200);
  }

  private HttpReply complete(String path, String upload, int... numbers) throws IOException {
    StringBuilder parts = new StringBuilder("<CompleteMultipartUpload>");
    for (int number : numbers) {
      parts.append("<Part><PartNumber>" + number + "</PartNumber><ETag>e</ETag></Part>");
    }
    String body = parts.append("</CompleteMultipartUpload>").toString();
    return ask("POST", path, "uploadId=" + upload, Map.of(), body);
  }

  private void uploaded(String path, String... contents) throws IOException {
    String upload = begun(path);
    int[] numbers = new int[contents.length];
    for (int at = 0; at < contents.length; at++) {
      numbers[at] = at + 1;
      part(path, upload, at + 1, contents[at]);
    }
    assertThat(complete(path, upload, numbers).status()).isEqualTo(200);
  }

  private long files() throws IOException {
    try (Stream<Path> found = Files.walk(home)) {
      return found.filter(Files::isRegularFile).count();
    }
  }

  @Test
  void theObjectIsItsPartsInTheirOrder() throws IOException {
    uploaded("/b/k", "one,", "two,", "three");

    assertThat(text(get("/b/k", Optional.empty()))).isEqualTo("one,two,three");
    HttpReply head = ask("HEAD", "/b/k", "", Map.of(), "");
    assertThat(head.headers().toString()).containsIgnoringCase("etag").contains("-3");
  }

  @Test
  void aRangeMayLieAcrossPartsOrInOneOfThem() throws IOException {
    uploaded("/b/k", "one,", "two,", "three");

    assertThat(text(get("/b/k", Optional.of("bytes=2-9")))).isEqualTo("e,two,th");
    assertThat(text(get("/b/k", Optional.of("bytes=4-6")))).isEqualTo("two");
    assertThat(text(get("/b/k", Optional.of("bytes=8-12")))).isEqualTo("three");
    HttpReply last = get("/b/k", Optional.of("bytes=12-12"));
    assertThat(text(last)).isEqualTo("e");
    assertThat(last.headers()).containsValue("bytes 12-12/13");
  }

  @Test
  void itIsThereAfterARestart() throws IOException {
    uploaded("/b/k", "one,", "two");

    s3 = S3Server.start(Optional.of(home));

    assertThat(text(get("/b/k", Optional.empty()))).isEqualTo("one,two");
  }

  @Test
  void aPartThatIsNotNamedGoesAndTheOthersGoWithTheirObject() throws IOException {
    ask("PUT", "/b/other", "", Map.of(), "other");
    long before = files();
    String upload = begun("/b/k");
    part("/b/k", upload, 1, "one,");
    part("/b/k", upload, 2, "two,");
    part("/b/k", upload, 3, "three");

    assertThat(complete("/b/k", upload, 1, 3).status()).isEqualTo(200);
    assertThat(text(get("/b/k", Optional.empty()))).isEqualTo("one,three");

    ask("DELETE", "/b/k", "", Map.of(), "");
    assertThat(get("/b/k", Optional.empty()).status()).isEqualTo(404);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void anUploadThatWasCompletedIsOver() throws IOException {
    String upload = begun("/b/k");
    part("/b/k", upload, 1, "one");

    assertThat(complete("/b/k", upload, 1).status()).isEqualTo(200);
    assertThat(complete("/b/k", upload, 1).status()).isEqualTo(404);
    assertThat(text(get("/b/k", Optional.empty()))).isEqualTo("one");
  }

  @Test
  void anotherObjectMayFollowUnderTheSameKey() throws IOException {
    uploaded("/b/k", "one,", "two");
    uploaded("/b/k", "three");
    assertThat(text(get("/b/k", Optional.empty()))).isEqualTo("three");

    ask("PUT", "/b/k", "", Map.of("content-length", List.of("4")), "four");
    assertThat(text(get("/b/k", Optional.empty()))).isEqualTo("four");
  }

  @Test
  void partsOutOfOrderMakeNoObject() throws IOException {
    String upload = begun("/b/k");
    part("/b/k", upload, 1, "one");
    part("/b/k", upload, 2, "two");

    assertThat(complete("/b/k", upload, 2, 1).status()).isEqualTo(400);
    assertThat(get("/b/k", Optional.empty()).status()).isEqualTo(404);
    assertThat(complete("/b/k", upload, 1, 2).status()).isEqualTo(200);
  }
}
