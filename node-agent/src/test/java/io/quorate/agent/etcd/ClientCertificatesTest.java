package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.X509Bundle;
import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.etcd.process.EtcdCommandLine;
import io.quorate.agent.etcd.process.EtcdLaunch;
import io.quorate.agent.etcd.process.InitialClusterState;
import io.quorate.agent.tls.ManagedTls;
import io.quorate.agent.tls.TestAuthority;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real etcd, started as the agent starts it where clients must show a certificate: whose
 * certificate passes which port.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientCertificatesTest {
  private static final String ADDRESS = RealEtcd.freshAddress();
  private static final String LOOPBACK = "127.0.0.1";
  private static final int PEER_PORT = 12380;
  private static final int CLIENT_PORT = 12379;
  private static final String CLIENT_URL = "https://" + ADDRESS + ":" + CLIENT_PORT;
  private static final String OK = "HTTP/1.1 200 OK";
  private static final int PATIENCE_MILLIS = 10_000;

  private final TestAuthority authority = new TestAuthority();
  private Process etcd;
  private ManagedTls tls;

  @BeforeAll
  void serve(@TempDir Path folder) throws Exception {
    InstanceId node = new InstanceId("i-1");
    tls = new ManagedTls(folder.resolve("tls"), node.value(), InstantSource.system());
    tls.follow(new TlsSettings(TlsSettings.Mode.MANAGED, TlsSettings.Clients.REQUIRED, List.of()));
    tls.install(
        authority.certificates(),
        authority.sign(node, tls.proof().orElseThrow(), ADDRESS, LOOPBACK));
    List<String> peer = List.of("https://" + ADDRESS + ":" + PEER_PORT);
    EtcdVersion version = EtcdVersion.parse("3.5.30").orElseThrow();
    EtcdLaunch launch =
        new EtcdLaunch(
            node.value(),
            folder.resolve("data"),
            peer,
            peer,
            List.of(CLIENT_URL),
            List.of(CLIENT_URL),
            Map.of(node.value(), peer),
            InitialClusterState.NEW,
            "token",
            ClusterSpec.defaults(new ClusterName("demo"), version).etcd(),
            tls.etcdFiles(),
            version);
    etcd =
        new ProcessBuilder(EtcdCommandLine.render(RealEtcd.tool("etcd"), launch))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("etcd.log").toFile())
            .start();
    try (GrpcEtcdApi agent = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, tls.callFiles())) {
      RealEtcd.await(
          "the agent's own calls pass", () -> agent.list(CLIENT_URL).answer().isPresent());
    }
  }

  @AfterAll
  void stop() {
    etcd.destroyForcibly();
    RealEtcd.await("the process ends", () -> !etcd.isAlive());
  }

  @Test
  void anApplicationsCertificatePassesTheClientPort() throws Exception {
    assertThat(asked(CLIENT_PORT, Optional.of(authority.client("app")))).isEqualTo(OK);
  }

  @Test
  @Guards("IssueClientCertificate")
  void anApplicationsCertificateDoesNotPassThePeerPort() throws Exception {
    assertThat(asked(PEER_PORT, Optional.of(authority.client("app")))).isNotEqualTo(OK);
  }

  @Test
  void aMembersCertificatePassesThePeerPortAlone() throws Exception {
    assertThat(asked(PEER_PORT, Optional.of(authority.member(LOOPBACK)))).isEqualTo(OK);
    assertThat(asked(CLIENT_PORT, Optional.of(authority.member(LOOPBACK)))).isNotEqualTo(OK);
  }

  @Test
  void withoutACertificateNothingPasses() throws Exception {
    assertThat(asked(CLIENT_PORT, Optional.empty())).isNotEqualTo(OK);
    assertThat(asked(PEER_PORT, Optional.empty())).isNotEqualTo(OK);
    assertThat(asked(CLIENT_PORT, Optional.of(new TestAuthority().client("app"))))
        .as("of another cluster's authority")
        .isNotEqualTo(OK);
  }

  /** The answer's first line, or how the connection ended: TLS 1.3 refuses at the first read. */
  private static String asked(int port, Optional<X509Bundle> shown) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        shown.isPresent() ? shown.get().toKeyManagerFactory().getKeyManagers() : new KeyManager[0],
        InsecureTrustManagerFactory.INSTANCE.getTrustManagers(),
        null);
    try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(ADDRESS, port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket
          .getOutputStream()
          .write(
              ("GET /version HTTP/1.1\r\nHost: " + ADDRESS + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .findFirst()
          .orElse("closed without a word");
    } catch (IOException e) {
      return e.toString();
    }
  }
}
