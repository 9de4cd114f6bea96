package io.quorate.agent.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Serves {@code /healthz}, {@code /readyz}, {@code /metrics} and {@code /metrics/etcd}; everything
 * else is 404.
 */
final class AdminServer implements AutoCloseable {
  private static final int BACKLOG = 16;
  private static final int THREADS = EtcdMetricsHandler.READERS + 2;

  static {
    // The JDK's server reads these once. Without them a reader that stops reading keeps its thread.
    System.setProperty("sun.net.httpserver.maxReqTime", "30");
    System.setProperty("sun.net.httpserver.maxRspTime", "30");
  }

  private final HttpServer server;
  private final ExecutorService threads;

  private AdminServer(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /** Starts serving; port 0 takes any. */
  static AdminServer serve(
      InetSocketAddress address,
      PrometheusRegistry metrics,
      HealthChecks health,
      EtcdMetricsHandler etcd) {
    try {
      HttpServer server = HttpServer.create(address, BACKLOG);
      ExecutorService threads =
          Executors.newFixedThreadPool(
              THREADS, Thread.ofPlatform().daemon().name("agent-pages-", 0).factory());
      server.createContext("/", exact("/", () -> new HealthChecks.Answer(404, "no such page")));
      server.createContext("/healthz", exact("/healthz", health::alive));
      server.createContext("/readyz", exact("/readyz", health::ready));
      server.createContext("/metrics", new MetricsHandler(metrics));
      server.createContext("/metrics/etcd", etcd);
      server.setExecutor(threads);
      server.start();
      return new AdminServer(server, threads);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot listen on %s; free the port or set QUORATE_HTTP_PORT".formatted(address), e);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  private static HttpHandler exact(String path, Supplier<HealthChecks.Answer> page) {
    return exchange -> {
      boolean found = exchange.getRequestURI().getPath().equals(path);
      answer(exchange, found ? page.get() : new HealthChecks.Answer(404, "no such page"));
    };
  }

  static void answer(HttpExchange exchange, HealthChecks.Answer answer) throws IOException {
    try (exchange) {
      byte[] line = (answer.line() + "\n").getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(answer.status(), line.length);
      exchange.getResponseBody().write(line);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
