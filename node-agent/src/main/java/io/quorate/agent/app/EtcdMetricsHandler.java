package io.quorate.agent.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.quorate.agent.etcd.client.EtcdMetricsSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Passes the own etcd's metrics on, so that who reads them needs neither a way to etcd's client
 * port nor a certificate. The page is never held whole. One that is too long or takes too long ends
 * in a broken connection, for half of it must not look like all of it; the other pages of the agent
 * are served meanwhile.
 */
final class EtcdMetricsHandler implements HttpHandler {
  /** How many may read at once; {@link AdminServer} has more threads than that. */
  static final int READERS = 2;

  /** The longest page, as etcd sends it. */
  static final long PAGE_MAX = 8L << 20;

  private static final Duration TIME_MAX = Duration.ofSeconds(10);
  private static final int CHUNK = 16 * 1024;
  private static final List<String> PASSED_ON = List.of("Accept", "Accept-Encoding");

  /** Where the page comes from. */
  @FunctionalInterface
  interface Source {
    EtcdMetricsSource.Page open(Map<String, String> headers) throws IOException;
  }

  private final Source source;
  private final LongSupplier nanos;
  private final Semaphore readers = new Semaphore(READERS);

  EtcdMetricsHandler(Source source, LongSupplier nanos) {
    this.source = source;
    this.nanos = nanos;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestURI().getPath().equals("/metrics/etcd")) {
      refuse(exchange, 404, "no such page");
    } else if (!exchange.getRequestMethod().equals("GET")) {
      refuse(exchange, 405, "expected GET");
    } else if (!readers.tryAcquire()) {
      refuse(exchange, 503, READERS + " others read this page now; try again in a moment");
    } else {
      try {
        read(exchange);
      } finally {
        readers.release();
      }
    }
  }

  private void read(HttpExchange exchange) throws IOException {
    EtcdMetricsSource.Page page;
    try {
      page = source.open(asked(exchange));
    } catch (IOException e) {
      refuse(exchange, 503, "etcd's metrics cannot be read: " + e.getMessage());
      return;
    }
    try (page) {
      if (page.status() != 200) {
        refuse(exchange, 502, "etcd answered with status " + page.status());
        return;
      }
      page.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(200, 0);
      copy(page.body(), exchange.getResponseBody());
    }
    exchange.close(); // Not where the copy failed: that would end the page as if it were whole.
  }

  private static Map<String, String> asked(HttpExchange exchange) {
    Map<String, String> headers = new HashMap<>();
    for (String name : PASSED_ON) {
      List<String> values = exchange.getRequestHeaders().get(name);
      if (values != null) {
        headers.put(name, String.join(", ", values));
      }
    }
    return headers;
  }

  private void copy(InputStream from, OutputStream to) throws IOException {
    long end = nanos.getAsLong() + TIME_MAX.toNanos();
    byte[] chunk = new byte[CHUNK];
    long passed = 0;
    for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
      passed += n;
      if (passed > PAGE_MAX || nanos.getAsLong() - end > 0) {
        throw new IOException(
            "etcd's metrics were cut off after %d bytes: expected at most %d in %d s"
                .formatted(passed, PAGE_MAX, TIME_MAX.toSeconds()));
      }
      to.write(chunk, 0, n);
    }
  }

  private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
    AdminServer.answer(exchange, new HealthChecks.Answer(status, why));
  }
}
