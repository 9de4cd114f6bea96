package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.OwnAuthority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who does not speak TLS's own word turns nobody away. */
class AdmissionTest {
  @TempDir private Path temp;

  @Test
  void aSilentMemberTellsNothing() throws Exception {
    try (ServerSocket silent = listening()) {
      Etcd etcd = etcd(silent);
      assertThatThrownBy(() -> Admission.answer(etcd)).isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void oneThatEndsWithinTheHandshakeTellsNothing() throws Exception {
    try (ServerSocket ending = listening()) {
      Thread closes = Thread.ofVirtual().start(() -> readAndClose(ending));
      Etcd etcd = etcd(ending);
      assertThatThrownBy(() -> Admission.answer(etcd)).isInstanceOf(UncheckedIOException.class);
      closes.join();
    }
  }

  /** The whole greeting is read first: unread, it would make a reset of the end. */
  private static void readAndClose(ServerSocket server) {
    try (var connection = server.accept()) {
      byte[] header = connection.getInputStream().readNBytes(5);
      int length = ((header[3] & 0xff) << 8) | (header[4] & 0xff);
      connection.getInputStream().readNBytes(length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerSocket listening() throws IOException {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  private Etcd etcd(ServerSocket server) throws IOException, InterruptedException {
    EtcdAccess stranger = EtcdAccess.trusting(OwnAuthority.create(temp, "clients").certificate());
    return stranger.etcd("https://127.0.0.1:" + server.getLocalPort(), Duration.ofSeconds(2));
  }
}
