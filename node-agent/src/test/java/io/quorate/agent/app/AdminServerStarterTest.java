package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.metrics.AgentMetrics;
import io.quorate.agent.metrics.MetricLabels;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class AdminServerStarterTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private static final EtcdMetricsHandler NO_ETCD =
      new EtcdMetricsHandler(
          headers -> {
            throw new IOException("no etcd");
          },
          System::nanoTime);

  private final FakeAgent agent = new FakeAgent();
  private final AgentMetrics metrics =
      new AgentMetrics(
          new MetricLabels("orders", "zone-1", "1.2.3"),
          new File("."),
          agent::snapshot,
          InstantSource.system());

  @Test
  void aTakenPortIsServedOnceItIsFree() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, HERE)) {
      try (AdminServer pages = opener(other, () -> close(other)).open()) {
        assertThat(pages.port()).isEqualTo(other.getLocalPort());
      }
    }
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aTakenPortHoldsNobodyUp() throws Exception {
    CountDownLatch tried = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    try (ServerSocket other = new ServerSocket(0, 1, HERE)) {
      opener(
              other,
              () -> {
                tried.countDown();
                never.await();
              })
          .start();
      assertThat(tried.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  private AdminServerStarter opener(ServerSocket other, RetryPause pause) {
    InetSocketAddress taken = new InetSocketAddress(HERE, other.getLocalPort());
    HealthChecks health =
        new HealthChecks(agent::snapshot, System::nanoTime, Duration.ofSeconds(60));
    return new AdminServerStarter(
        () -> AdminServer.serve(taken, metrics.registry(), health, NO_ETCD), pause);
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
