package io.quorate.localcloud.compute;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quorate.localcloud.wire.HttpCall;
import io.quorate.localcloud.wire.HttpReply;
import io.quorate.localcloud.wire.ServiceEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Routes signed requests to services by their signing name: as much gateway as these tests need.
 */
public final class TestGateway implements AutoCloseable {
  private static final Pattern CREDENTIAL =
      Pattern.compile("Credential=([^/]+)/\\d+/[^/]+/([^/]+)/");

  private final HttpServer server;
  private final Map<String, ServiceEndpoint> services = new ConcurrentHashMap<>();

  public TestGateway() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public void register(String service, ServiceEndpoint endpoint) {
    services.put(service, endpoint);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Map<String, List<String>> headers = new HashMap<>();
      exchange.getRequestHeaders().forEach((k, v) -> headers.put(k.toLowerCase(Locale.ROOT), v));
      Matcher signer =
          CREDENTIAL.matcher(
              String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      boolean signed = signer.find();
      URI uri = exchange.getRequestURI();
      HttpCall call =
          new HttpCall(
              exchange.getRequestMethod(),
              uri.getRawPath(),
              uri.getRawQuery() == null ? "" : uri.getRawQuery(),
              headers,
              exchange.getRequestBody().readAllBytes(),
              signed ? signer.group(1) : "anonymous");
      String service = signed ? signer.group(2) : call.path().split("/", -1)[1];
      HttpReply reply = Objects.requireNonNull(services.get(service), service).handle(call);
      reply.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(
          reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
      exchange.getResponseBody().write(reply.body());
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
