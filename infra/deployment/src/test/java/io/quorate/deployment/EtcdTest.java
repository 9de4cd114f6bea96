package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EtcdTest {
  /** Longer than any machine needs. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration IMPATIENCE = Duration.ofMillis(300);

  @Test
  void aMemberThatIsNotThereIsNotWaitedForAndIsCalledOnceItIs() throws Exception {
    int port = freePort();
    Etcd etcd = new Etcd("http://127.0.0.1:" + port, PATIENCE);

    assertThatThrownBy(() -> etcd.put("key", "value"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("127.0.0.1:" + port + ": UNAVAILABLE");
    try (PutsOnly member = PutsOnly.at(port)) {
      assertThat(etcd.put("key", "value")).isEqualTo(PutsOnly.REVISION);
      assertThat(member.stored()).containsEntry("key", "value");
    }
  }

  /** Before a member that answers no more may be a forwarder, which leads to another by then. */
  @Test
  void afterACallWithoutAnAnswerTheNextConnectsAnew() throws Exception {
    try (PutsOnly member = PutsOnly.start(key -> {})) {
      Etcd etcd = new Etcd(member.url(), PATIENCE);
      etcd.put("first", "value");
      member.leaveOneUnanswered();

      assertThatThrownBy(() -> new Etcd(member.url(), IMPATIENCE).put("second", "value"))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("DEADLINE_EXCEEDED");
      etcd.put("third", "value");

      assertThat(member.stored()).containsOnlyKeys("first", "third");
      assertThat(member.connections()).isEqualTo(2);
    }
  }

  @Test
  void allWhoCallAMemberShareAConnection() throws Exception {
    try (PutsOnly member = PutsOnly.start(key -> {})) {
      for (int n = 0; n < 5; n++) {
        new Etcd(member.url(), PATIENCE).put("key-" + n, "value");
      }

      assertThat(member.stored()).hasSize(5);
      assertThat(member.connections()).isEqualTo(1);
    }
  }

  @Test
  void whatAnInterruptEndsIsNoRefusal() throws Exception {
    try (PutsOnly member = PutsOnly.start(key -> {})) {
      member.leaveOneUnanswered();
      Thread.currentThread().interrupt();

      assertThatThrownBy(() -> new Etcd(member.url(), PATIENCE).put("key", "value"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("interrupted at " + member.url());
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }
}
