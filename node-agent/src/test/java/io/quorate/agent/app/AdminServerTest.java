package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.metrics.AgentMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AdminServerTest {
  private static final Duration TICK_MAX = Duration.ofSeconds(60);

  private final FakeAgent agent = new FakeAgent();
  private final AtomicLong nanos = // Within a millisecond of wrapping, as nanoTime may.
      new AtomicLong(Long.MAX_VALUE / 1_000_000 * 1_000_000);
  private final HttpClient http = HttpClient.newHttpClient();
  private final AdminServer pages;

  AdminServerTest() {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    AgentMetrics metrics = new AgentMetrics("1.2.3", agent::snapshot, InstantSource.system());
    pages =
        AdminServer.serve(
            any, metrics.registry(), new HealthChecks(agent::snapshot, nanos::get, TICK_MAX));
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
    assertThat(get("/metrics")).startsWith("200 ").contains("quorate_agent_etcd_revision 42");
  }

  @Test
  void nothingElseIsServed() throws Exception {
    assertThat(get("/")).isEqualTo("404 no such page\n");
    assertThat(get("/healthz/more")).isEqualTo("404 no such page\n");
  }

  private String get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:%d%s".formatted(pages.port(), path));
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build(),
            HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }
}
