package io.quorate.agent.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.etcd.client.EtcdMetricsSource;
import io.quorate.agent.metrics.AgentMetrics;
import io.quorate.agent.metrics.MetricLabels;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AdminServerTest {
  private static final Duration TICK_MAX = Duration.ofSeconds(60);

  private final FakeAgent agent = new FakeAgent();
  private final AtomicLong nanos = // Within a millisecond of wrapping, as nanoTime may.
      new AtomicLong(Long.MAX_VALUE / 1_000_000 * 1_000_000);
  private final long started = nanos.get();
  private final HttpClient http = HttpClient.newHttpClient();
  private final AdminServer pages;
  private EtcdMetricsHandler.Source etcd =
      headers -> {
        throw new IOException("connection refused");
      };

  AdminServerTest() {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    AgentMetrics metrics =
        new AgentMetrics(
            new MetricLabels("orders", "zone-1", "1.2.3"),
            new File("."),
            agent::snapshot,
            InstantSource.system());
    pages =
        AdminServer.serve(
            any,
            metrics.registry(),
            new HealthChecks(agent::snapshot, nanos::get, TICK_MAX),
            new EtcdMetricsHandler(headers -> etcd.open(headers), nanos::get));
  }

  @BeforeEach
  void tick() {
    agent.shows = Snapshots.of(nanos.get() / 1_000_000, Optional.of("starting"));
  }

  @AfterEach
  void close() {
    pages.close();
    http.close();
  }

  @Test
  void healthyWhileTheLoopComesRound() throws Exception {
    nanos.addAndGet(TICK_MAX.toNanos());
    assertThat(get("/healthz")).isEqualTo("200 ok\n");
    nanos.incrementAndGet();
    assertThat(get("/healthz"))
        .isEqualTo("503 the agent's loop has not come round for 60 s; expected at most 60 s\n");
    tick();
    assertThat(get("/healthz")).isEqualTo("200 ok\n");
  }

  @Test
  void readyUnlessTheAgentKnowsWhyNot() throws Exception {
    agent.shows = Snapshots.of(0, Optional.of("etcd has no leader"));
    assertThat(get("/readyz")).isEqualTo("503 etcd has no leader\n");
    agent.shows = Snapshots.of(0, Optional.empty());
    assertThat(get("/readyz")).isEqualTo("200 ok\n");
  }

  @Test
  void metricsAreServedAsText() throws Exception {
    agent.shows = Snapshots.busy();
    assertThat(get("/metrics")).startsWith("200 ").contains("quorate_agent_etcd_revision");
  }

  @Test
  void etcdsMetricsArePassedOnWithTheirTypeAsTheyWereAskedFor() throws Exception {
    etcd = headers -> page(200, new ByteArrayInputStream("etcd_up 1\n".getBytes(UTF_8)));
    HttpResponse<String> answer =
        http.send(request("/metrics/etcd").build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.body()).isEqualTo("etcd_up 1\n");
    assertThat(answer.headers().firstValue("content-type")).contains("text/plain; of=etcd");
  }

  @Test
  void etcdsMetricsSayWhyTheyCannotBeRead() throws Exception {
    assertThat(get("/metrics/etcd"))
        .isEqualTo("503 etcd's metrics cannot be read: connection refused\n");
    etcd = headers -> page(401, InputStream.nullInputStream());
    assertThat(get("/metrics/etcd")).isEqualTo("502 etcd answered with status 401\n");
  }

  @Test
  void onlyTheExactPageIsReadOfEtcdAndOnlyByGet() throws Exception {
    assertThat(get("/metrics/etcd/more")).isEqualTo("404 no such page\n");
    HttpRequest post = request("/metrics/etcd").POST(HttpRequest.BodyPublishers.noBody()).build();
    assertThat(http.send(post, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(405);
  }

  @Test
  void aPageOfEtcdsThatNeverEndsBreaksOffAndDoesNotLookWhole() {
    etcd = headers -> page(200, new Endless(() -> {}));
    assertThatThrownBy(() -> get("/metrics/etcd")).isInstanceOf(IOException.class);
  }

  @Test
  void aPageOfEtcdsThatTakesTooLongBreaksOff() {
    etcd = headers -> page(200, new Endless(() -> nanos.addAndGet(4_000_000_000L)));
    assertThatThrownBy(() -> get("/metrics/etcd")).isInstanceOf(IOException.class);
    assertThat(nanos.get() - started).isLessThan(Duration.ofSeconds(20).toNanos());
  }

  @Test
  void whoReadsEtcdsMetricsHoldsUpNoOtherPage() throws Exception {
    CountDownLatch reading = new CountDownLatch(EtcdMetricsHandler.READERS);
    CountDownLatch done = new CountDownLatch(1);
    etcd =
        headers -> {
          reading.countDown();
          await(done);
          return page(200, InputStream.nullInputStream());
        };
    List<CompletableFuture<HttpResponse<String>>> readers = new ArrayList<>();
    for (int i = 0; i < EtcdMetricsHandler.READERS; i++) {
      readers.add(
          http.sendAsync(request("/metrics/etcd").build(), HttpResponse.BodyHandlers.ofString()));
    }
    reading.await();
    assertThat(get("/healthz")).isEqualTo("200 ok\n");
    assertThat(get("/metrics/etcd")).startsWith("503 2 others read this page now");
    done.countDown();
    for (CompletableFuture<HttpResponse<String>> reader : readers) {
      assertThat(reader.get().statusCode()).isEqualTo(200);
    }
    assertThat(get("/metrics/etcd")).isEqualTo("200 ");
  }

  @Test
  void readersThatStopReadingLoseTheirConnection() {
    assertThat(System.getProperty("sun.net.httpserver.maxRspTime")).isEqualTo("30");
    assertThat(System.getProperty("sun.net.httpserver.maxReqTime")).isEqualTo("30");
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static EtcdMetricsSource.Page page(int status, InputStream body) {
    return new EtcdMetricsSource.Page(status, Map.of("Content-Type", "text/plain; of=etcd"), body);
  }

  /** A body without an end. */
  private static final class Endless extends InputStream {
    private final Runnable eachTime;

    Endless(Runnable eachTime) {
      this.eachTime = eachTime;
    }

    @Override
    public int read() {
      return 'x';
    }

    @Override
    public int read(byte[] into, int from, int length) {
      eachTime.run();
      return length;
    }
  }

  @Test
  void nothingElseIsServed() throws Exception {
    assertThat(get("/")).isEqualTo("404 no such page\n");
    assertThat(get("/healthz/more")).isEqualTo("404 no such page\n");
  }

  private HttpRequest.Builder request(String path) {
    URI uri = URI.create("http://127.0.0.1:%d%s".formatted(pages.port(), path));
    return HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20));
  }

  private String get(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }
}
