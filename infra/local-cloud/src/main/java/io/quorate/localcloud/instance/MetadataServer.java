package io.quorate.localcloud.instance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * IMDSv2 of one instance, on its own address: a token first (PUT), then reads that carry it; reads
 * without one get 401, as with {@code HttpTokens=required}.
 */
final class MetadataServer implements AutoCloseable {
  private static final String TOKEN = "X-aws-ec2-metadata-token";
  private static final String TTL = "X-aws-ec2-metadata-token-ttl-seconds";
  private static final int MAX_TOKENS = 10_000;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<String> tokens = ConcurrentHashMap.newKeySet();
  private volatile Metadata metadata = path -> Optional.empty();

  /** What is served: a document by its path below {@code /latest/}, empty for none. */
  @FunctionalInterface
  interface Metadata {
    Optional<String> read(String path);
  }

  MetadataServer(String address, int port) throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(address), port), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  String address() {
    return server.getAddress().getAddress().getHostAddress();
  }

  void serve(Metadata what) {
    metadata = what;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (exchange.getRequestMethod().equals("PUT") && path.equals("/latest/api/token")) {
        token(exchange);
      } else if (!tokens.contains(exchange.getRequestHeaders().getFirst(TOKEN) + "")) {
        reply(exchange, 401, "Unauthorized");
      } else if (!path.startsWith("/latest/")) {
        reply(exchange, 404, "Not Found");
      } else {
        Optional<String> found = metadata.read(path.substring("/latest/".length()));
        reply(exchange, found.isPresent() ? 200 : 404, found.orElse("Not Found"));
      }
    }
  }

  private void token(HttpExchange exchange) throws IOException {
    String ttl = exchange.getRequestHeaders().getFirst(TTL);
    if (ttl == null) {
      reply(exchange, 400, "Bad Request");
      return;
    }
    if (tokens.size() > MAX_TOKENS) {
      tokens.clear(); // Clients fetch a new one at 401.
    }
    String token = UUID.randomUUID().toString();
    tokens.add(token);
    exchange.getResponseHeaders().set(TTL, ttl);
    reply(exchange, 200, token);
  }

  private static void reply(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
