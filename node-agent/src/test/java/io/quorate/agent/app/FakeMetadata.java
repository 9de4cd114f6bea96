package io.quorate.agent.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An instance metadata service that wants a token, and may fail its first answers. */
final class FakeMetadata implements AutoCloseable {
  private static final String TOKEN = "a-token";

  private final HttpServer server;
  private final Map<String, String> documents;
  private final AtomicInteger failures;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  FakeMetadata(Map<String, String> documents, int failures) throws IOException {
    this.documents = documents;
    this.failures = new AtomicInteger(failures);
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(exchange.getRequestMethod() + " " + path);
    if (path.equals("/latest/api/token") && exchange.getRequestMethod().equals("PUT")) {
      exchange.getResponseHeaders().set("X-aws-ec2-metadata-token-ttl-seconds", "21600");
      reply(exchange, 200, TOKEN);
    } else if (!TOKEN.equals(exchange.getRequestHeaders().getFirst("X-aws-ec2-metadata-token"))) {
      reply(exchange, 401, "no token");
    } else if (failures.getAndDecrement() > 0) {
      reply(exchange, 503, "not yet");
    } else {
      @Nullable String document = documents.get(path.replace("/latest/meta-data/", ""));
      reply(exchange, document == null ? 404 : 200, document == null ? "none" : document);
    }
  }

  private static void reply(HttpExchange exchange, int status, String text) throws IOException {
    try (exchange) {
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
