package io.quorate.deployment.tour;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quorate.deployment.EtcdAccess;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.GenerationSource;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriteStreamTest {
  private static final int ENOUGH = 5;

  private final Map<String, String> stored = new ConcurrentHashMap<>();
  private final CountDownLatch some = new CountDownLatch(ENOUGH);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v3/kv/put", this::put);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void put(HttpExchange exchange) throws IOException {
    Map<String, Object> body = JSON.std.mapFrom(exchange.getRequestBody());
    stored.put(text(body, "key"), text(body, "value"));
    byte[] reply = "{\"header\":{\"revision\":\"7\"}}".getBytes(UTF_8);
    exchange.sendResponseHeaders(200, reply.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(reply);
    }
    some.countDown();
  }

  private static String text(Map<String, Object> body, String name) {
    return new String(Base64.getDecoder().decode(String.valueOf(body.get(name))), UTF_8);
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Test
  void whatWasAcknowledgedAndIsNotThereIsMissing() throws Exception {
    try (WriteStream writes = new WriteStream("tour/", url(), EtcdAccess.PLAIN)) {
      some.await();
      writes.end();

      assertThat(writes.acknowledged()).isGreaterThanOrEqualTo(ENOUGH - 1);
      assertThat(writes.wrongIn(stored, List.of())).isZero();
      stored.remove("tour/0");
      stored.put("tour/1", "another value");
      assertThat(writes.wrongIn(stored, List.of())).isEqualTo(2);
    }
  }

  /** Every write here is acknowledged at revision 7. */
  @Test
  void whatIsNewerThanTheRestoredSnapshotMustBeGone() throws Exception {
    try (WriteStream writes = new WriteStream("tour/", url(), EtcdAccess.PLAIN)) {
      some.await();
      writes.end();
      int all = writes.acknowledged();

      assertThat(writes.lostBy(source(6))).isEqualTo(all);
      assertThat(writes.wrongIn(stored, source(6))).isEqualTo(all);
      assertThat(writes.wrongIn(Map.of(), source(6))).isZero();
      assertThat(writes.lostBy(source(7))).isZero();
      assertThat(writes.wrongIn(stored, source(7))).isZero();
      assertThat(writes.wrongIn(Map.of(), source(7))).isEqualTo(all);
    }
  }

  private static List<GenerationSource> source(long forkRevision) {
    return List.of(
        new GenerationSource(
            new Generation(1),
            new SnapshotId("20261125T070000Z-g1-0a1b"),
            "00",
            forkRevision,
            1_000_000_000L,
            "recovery-1",
            Optional.empty()));
  }

  @Test
  void withoutAnAcknowledgementTheGapGrows() throws Exception {
    try (WriteStream writes = new WriteStream("tour/", "http://127.0.0.1:1", EtcdAccess.PLAIN)) {
      writes.mark();
      Duration first = writes.longestGap();

      assertThat(writes.longestGap()).isGreaterThan(first);
      writes.end();
    }
  }
}
