package io.quorate.agent.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.state.Endpoints;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No etcd is at work: not in the process table, and not at the ports. */
class ProcessTableProofTest {
  private static Endpoints free() {
    String address = RealEtcd.freshAddress();
    return new Endpoints(RealEtcd.peerUrl(address), RealEtcd.clientUrl(address));
  }

  @Test
  void nothingThereIsNoDoubt(@TempDir Path root) {
    assertThat(new ProcessTableProof(root).doubt(free())).isEmpty();
  }

  /** Its directory deleted, an etcd goes on serving: only the process table shows it. */
  @Test
  void anEtcdWhoseDirectoryIsGoneIsFound(@TempDir Path root) throws IOException {
    Path data = root.resolve("etcd").resolve("000001-n").resolve("data");
    Files.createDirectories(data.getParent());
    try (RealEtcd.Running etcd = RealEtcd.startAlone(data, "token").awaitServing()) {
      assertThat(new ProcessTableProof(root).doubt(free()))
          .hasValueSatisfying(why -> assertThat(why).contains("process", "--data-dir"));
      assertThat(new ProcessTableProof(root.resolve("other")).doubt(free()))
          .as("another node's on the same machine")
          .isEmpty();
      assertThat(etcd.clientUrl()).isNotEmpty();
    }
    assertThat(new ProcessTableProof(root).doubt(free())).isEmpty();
  }

  @Test
  void whoeverListensAtThePortsIsFound(@TempDir Path root) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + socket.getLocalPort();
      assertThat(new ProcessTableProof(root).doubt(new Endpoints(free().peerUrl(), url)))
          .contains("somebody listens at " + url);
      assertThat(new ProcessTableProof(root).doubt(new Endpoints(url, free().clientUrl())))
          .isPresent();
    }
  }

  @Test
  void aProcessTableThatCannotBeReadProvesNothing(@TempDir Path root) {
    assertThat(new ProcessTableProof(root, root.resolve("no-proc")).doubt(free())).isPresent();
  }
}
