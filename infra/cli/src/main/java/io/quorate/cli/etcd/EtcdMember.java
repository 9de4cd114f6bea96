package io.quorate.cli.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.model.MemberId;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * One member of etcd. Over TLS it is called by gRPC: etcd's JSON gateway is a client of its own and
 * leaves out who asked, so that access control refuses it. Plain connections have no identity that
 * it could leave out.
 */
public final class EtcdMember {
  private static final String MOVE_LEADER = "/etcdserverpb.Maintenance/MoveLeader";

  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration CALL = Duration.ofSeconds(15);
  private static final int OK = 200;

  private final URI url;
  private final HttpClient http;

  private EtcdMember(URI url, HttpClient http) {
    this.url = url;
    this.http = http;
  }

  /**
   * The member at a client URL.
   *
   * @param ca whom to trust; needed where the URL is https
   * @throws IOException when a file is not as it should be
   */
  public static EtcdMember at(
      String url, Optional<Path> ca, Optional<Path> certificate, Optional<Path> key)
      throws IOException {
    HttpClient.Builder client =
        HttpClient.newBuilder().connectTimeout(CONNECT).version(HttpClient.Version.HTTP_1_1);
    if (ca.isPresent()) {
      SSLContext tls = ClientTls.of(ca.get(), certificate, key);
      client.sslContext(tls).version(HttpClient.Version.HTTP_2);
    }
    return new EtcdMember(URI.create(url), client.build());
  }

  /**
   * Has this member, the leader, hand the lead to another. Etcd answers once the other leads.
   *
   * @throws IOException when it did not, in etcd's words
   */
  public void moveLeader(MemberId to) throws IOException {
    long id = Long.parseUnsignedLong(to.toString(), 16);
    if ("https".equals(url.getScheme())) {
      GrpcUnary.call(http, url.resolve(MOVE_LEADER), GrpcUnary.number(1, id), CALL);
    } else {
      call("/v3/maintenance/transfer-leadership", Map.of("targetID", Long.toUnsignedString(id)));
    }
  }

  private void call(String path, Map<String, Object> body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve(path))
            .timeout(CALL)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JsonTree.write(body), UTF_8))
            .build();
    HttpResponse<String> answer =
        GrpcUnary.send(http, request, HttpResponse.BodyHandlers.ofString(UTF_8));
    if (answer.statusCode() != OK) {
      throw new IOException("etcd answered: " + reason(answer));
    }
  }

  private static String reason(HttpResponse<String> answer) {
    try {
      Tree told = Tree.of(JsonTree.read(answer.body(), "answer"), "answer");
      return told.optionalString("message")
          .or(() -> told.optionalString("error"))
          .orElse("status " + answer.statusCode());
    } catch (io.quorate.codec.UnreadableRecordException e) {
      return "status " + answer.statusCode() + ", " + answer.body().strip();
    }
  }
}
