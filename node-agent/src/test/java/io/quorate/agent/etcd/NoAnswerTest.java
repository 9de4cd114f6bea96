package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.etcd.EtcdReply.Refused;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of an etcd that takes the connection and never answers. */
class NoAnswerTest {
  @Test
  void itNamesTheEndpointAndHowLongItWasWaitedFor() throws Exception {
    Duration brief = Duration.ofMillis(200);
    EtcdDeadlines deadlines = new EtcdDeadlines(brief, brief, brief);
    try (ServerSocket hung = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        GrpcEtcdClient admin = new GrpcEtcdClient(deadlines, Optional.empty())) {
      String endpoint = "http://127.0.0.1:" + hung.getLocalPort();

      Refused<?> refused = (Refused<?>) admin.status(endpoint);

      assertThat(refused.refusal()).isEqualTo(EtcdRefusal.TIMEOUT_UNKNOWN_OUTCOME);
      assertThat(refused.message()).isEqualTo(endpoint + ": no answer within 200 ms");
    }
  }
}
