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
import io.quorate.agent.tls.GivenFiles;
import io.quorate.agent.tls.GivenTls;
import io.quorate.model.ClusterName;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.TlsSettings.Clients;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real etcd with certificates that somebody gave: used, and renewed while it runs. */
class GivenCertificatesTest {
  private static final String ADDRESS = RealEtcd.freshAddress();
  private static final int CLIENT_PORT = 12379;
  private static final String CLIENT_URL = "https://" + ADDRESS + ":" + CLIENT_PORT;

  @Test
  void aRenewedCertificateIsServedWithoutARestart(@TempDir Path folder) throws Exception {
    GivenFiles files = new GivenFiles(Files.createDirectories(folder.resolve("theirs")), ADDRESS);
    GivenTls tls = new GivenTls(folder.resolve("given"), ADDRESS, InstantSource.system());
    tls.follow(files.settings(Clients.REQUIRED));
    assertThat(tls.missing()).isEmpty();
    Process etcd = start(folder, tls);
    try (GrpcEtcdApi agent =
        GrpcEtcdApi.following(EtcdDeadlines.DEFAULT, tls::callFiles, UnaryOperator.identity())) {
      RealEtcd.await(
          "the agent's own calls pass", () -> agent.list(CLIENT_URL).answer().isPresent());

      X509Bundle renewed = files.renewServer();
      assertThat(served()).isNotEqualTo(renewed.getCertificate());
      tls.look();

      assertThat(served()).isEqualTo(renewed.getCertificate());
      assertThat(agent.list(CLIENT_URL).answer()).as("with the new one").isPresent();
      assertThat(etcd.isAlive()).isTrue();
    } finally {
      etcd.destroyForcibly();
      RealEtcd.await("the process ends", () -> !etcd.isAlive());
    }
  }

  private static Process start(Path folder, GivenTls tls) throws Exception {
    List<String> peer = List.of("https://" + ADDRESS + ":12380");
    EtcdVersion version = EtcdVersion.parse("3.5.30").orElseThrow();
    EtcdLaunch launch =
        new EtcdLaunch(
            "i-1",
            folder.resolve("data"),
            peer,
            peer,
            List.of(CLIENT_URL),
            List.of(CLIENT_URL),
            Map.of("i-1", peer),
            InitialClusterState.NEW,
            "token",
            ClusterSpec.defaults(new ClusterName("demo"), version).etcd(),
            tls.etcdFiles(),
            version);
    return new ProcessBuilder(EtcdCommandLine.render(RealEtcd.tool("etcd"), launch))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("etcd.log").toFile())
        .start();
  }

  private static X509Certificate served() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(ADDRESS, CLIENT_PORT)) {
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }
}
