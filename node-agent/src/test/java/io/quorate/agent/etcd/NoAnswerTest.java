package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.port.Reply;
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
        GrpcEtcdApi etcd = new GrpcEtcdApi(deadlines, Optional.empty())) {
      String endpoint = "http://127.0.0.1:" + hung.getLocalPort();

      assertThat(etcd.status(endpoint))
          .isEqualTo(new Reply.Unknown<>(endpoint + ": no answer within 200 ms"));
    }
  }
}
