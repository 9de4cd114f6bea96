package io.quorate.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quorate.codec.JsonTree;
import io.quorate.model.ClusterName;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves the page on the loopback address; {@link Gate} tells to whom. */
public final class ConsoleServer implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /** A connection whose browser has gone is found when something is written to it. */
  private static final Duration PING = Duration.ofSeconds(10);

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final ConsoleSources sources;
  private final Duration interval;
  private final Gate gate = Gate.random();
  private final Assets assets = new Assets();
  private final Map<String, Watch> watches = new ConcurrentHashMap<>();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private ConsoleServer(int port, ConsoleSources sources, Duration interval) throws IOException {
    this.sources = sources;
    this.interval = interval;
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * Starts it.
   *
   * @param port 0 for any that is free
   * @throws IOException where the port is taken, or may not be used
   */
  public static ConsoleServer start(int port, ConsoleSources sources) throws IOException {
    return start(port, sources, BETWEEN_LOOKS);
  }

  static ConsoleServer start(int port, ConsoleSources sources, Duration interval)
      throws IOException {
    return new ConsoleServer(port, sources, interval);
  }

  /** Where it is seen: all clusters, or one. */
  public URI page(Optional<ClusterName> cluster) {
    return URI.create(
        "http://127.0.0.1:"
            + server.getAddress().getPort()
            + gate.root()
            + cluster.map(name -> "#/cluster/" + name).orElse(""));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      Optional<Gate.Refusal> refusal =
          gate.refusal(
              exchange.getRequestHeaders().getFirst("Host"), exchange.getRequestMethod(), path);
      if (refusal.isPresent()) {
        send(exchange, refusal.get().code(), "text/plain; charset=utf-8", refusal.get().why());
      } else {
        answer(exchange, path.substring(gate.root().length()));
      }
    }
  }

  private void answer(HttpExchange exchange, String name) throws IOException {
    Optional<byte[]> asset = assets.find(name);
    if (asset.isPresent()) {
      send(exchange, 200, Assets.type(name), asset.get());
    } else if (name.equals("api/reference")) {
      send(exchange, 200, JSON, JsonTree.write(Reference.tree(sources.about())));
    } else if (name.equals("api/fleet")) {
      stream(exchange, watches.computeIfAbsent("", none -> watch()));
    } else if (name.startsWith("api/cluster/")) {
      Optional<ClusterName> cluster = cluster(name);
      if (cluster.isPresent()) {
        stream(
            exchange, watches.computeIfAbsent(cluster.get().value(), of -> watch(cluster.get())));
      } else {
        send(exchange, 404, JSON, problem("no cluster can have that name"));
      }
    } else if (name.startsWith("api/explain/")) {
      send(exchange, 200, JSON, explained(cluster(name)));
    } else {
      send(exchange, 404, "text/plain; charset=utf-8", "there is nothing of this name");
    }
  }

  private static final String JSON = "application/json";

  private Watch watch() {
    return new Watch(
        () -> new FleetFeed(sources.store(), sources.clock()), interval, sources.told());
  }

  private Watch watch(ClusterName cluster) {
    return new Watch(
        () -> new ClusterFeed(sources.store(), sources.clock(), cluster), interval, sources.told());
  }

  private static Optional<ClusterName> cluster(String path) {
    try {
      return Optional.of(new ClusterName(path.substring(path.lastIndexOf('/') + 1)));
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  private String explained(Optional<ClusterName> cluster) {
    try {
      return cluster
          .map(name -> JsonTree.write(Explanation.of(sources, name)))
          .orElseGet(() -> problem("no cluster can have that name"));
    } catch (RuntimeException failed) {
      return problem(sources.told().apply(failed));
    }
  }

  private static String problem(String what) {
    return JsonTree.write(Map.of("problem", what));
  }

  /** Sends what a watch tells, until the browser goes or the server ends. */
  private static void stream(HttpExchange exchange, Watch watch) throws IOException {
    headers(exchange, "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    Viewer viewer = watch.join();
    try (OutputStream out = exchange.getResponseBody()) {
      while (!viewer.tooSlow()) {
        out.write(viewer.next(PING).orElse(Message.PING).bytes());
        out.flush();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    } finally {
      watch.leave(viewer);
    }
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    send(exchange, code, type, text.getBytes(UTF_8));
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    headers(exchange, type);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  private static void headers(HttpExchange exchange, String type) {
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Content-Security-Policy", POLICY);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
