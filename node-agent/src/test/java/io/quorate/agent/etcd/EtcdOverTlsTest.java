package io.quorate.agent.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.EtcdMetricsSource;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.etcd.client.TlsFiles;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Reply;
import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Against a real etcd that serves clients over TLS and wants a certificate of each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EtcdOverTlsTest {
  private static final String ADDRESS = RealEtcd.freshAddress();
  private static final String ENDPOINT = "https://" + ADDRESS + ":12379";

  private Path folder;
  private Process etcd;
  private TlsFiles files;

  @BeforeAll
  void serve(@TempDir Path own) throws Exception {
    folder = own;
    X509Bundle ca = ca();
    TlsFiles server = write("server", ca, ca);
    files = write("client", ca, ca);
    String peer = RealEtcd.peerUrl(ADDRESS);
    List<String> command =
        List.of(
            RealEtcd.tool("etcd").toString(),
            "--name=tls",
            "--data-dir=" + folder.resolve("data"),
            "--listen-peer-urls=" + peer,
            "--initial-advertise-peer-urls=" + peer,
            "--initial-cluster=tls=" + peer,
            "--listen-client-urls=" + ENDPOINT,
            "--advertise-client-urls=" + ENDPOINT,
            "--client-cert-auth=true",
            "--trusted-ca-file=" + server.trustedCa(),
            "--cert-file=" + server.certificate(),
            "--key-file=" + server.key());
    etcd =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("etcd.log").toFile())
            .start();
    try (GrpcEtcdApi admin = admin(Optional.of(files))) {
      RealEtcd.await("etcd serves over TLS", () -> admin.list(ENDPOINT).answer().isPresent());
    }
  }

  @AfterAll
  void stop() {
    etcd.destroyForcibly();
    RealEtcd.await("the process ends", () -> !etcd.isAlive());
  }

  private static X509Bundle ca() throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=a test's CA")
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
  }

  /** A certificate for both sides, for etcd calls itself through its gateway. */
  private TlsFiles write(String name, X509Bundle issuer, X509Bundle trusted) throws Exception {
    X509Bundle bundle =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=" + name)
            .addSanIpAddress(ADDRESS)
            .addExtendedKeyUsageServerAuth()
            .addExtendedKeyUsageClientAuth()
            .buildIssuedBy(issuer);
    return new TlsFiles(
        Files.writeString(folder.resolve(name + "-ca.pem"), trusted.getCertificatePEM()),
        Files.writeString(folder.resolve(name + ".pem"), bundle.getCertificatePEM()),
        Files.writeString(folder.resolve(name + ".key"), bundle.getPrivateKeyPEM()));
  }

  private static GrpcEtcdApi admin(Optional<TlsFiles> tls) {
    return new GrpcEtcdApi(EtcdDeadlines.DEFAULT, tls);
  }

  @Test
  void everyCallGoesOverTls() {
    try (GrpcEtcdApi admin = admin(Optional.of(files))) {
      MemberStatus status = admin.status(ENDPOINT).answer().orElseThrow();
      assertThat(status.leader()).contains(status.memberId());
      ListedMembers list = admin.list(ENDPOINT).answer().orElseThrow();
      assertThat(list.clusterId()).isEqualTo(status.clusterId());
      assertThat(list.members())
          .singleElement()
          .satisfies(member -> assertThat(member.clientUrls()).containsExactly(ENDPOINT));
      assertThat(admin.receivedBytes(ENDPOINT).answer()).isPresent();
      assertThat(admin.authRevision(ENDPOINT).answer().orElseThrow()).isPositive();

      MemberId learner =
          admin.addLearner(ENDPOINT, RealEtcd.peerUrl("127.9.9.9")).answer().orElseThrow();
      assertThat(admin.remove(ENDPOINT, learner).answer()).contains(learner);
      assertThat(admin.list(ENDPOINT).answer().orElseThrow().members()).hasSize(1);
    }
  }

  @Test
  void itsMetricsAreReadWithTheAgentsCertificateAndCompressedWhereAskedFor() throws Exception {
    EtcdMetricsSource source =
        new EtcdMetricsSource(
            EtcdDeadlines.DEFAULT,
            () -> ENDPOINT,
            () -> Optional.of(files),
            UnaryOperator.identity());
    try (EtcdMetricsSource.Page page = source.open(Map.of())) {
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.headers()).containsKey("Content-Type");
      assertThat(new String(page.body().readAllBytes(), UTF_8))
          .contains("etcd_server_has_leader 1");
    }
    try (EtcdMetricsSource.Page page = source.open(Map.of("Accept-Encoding", "gzip"))) {
      assertThat(page.headers()).containsEntry("Content-Encoding", "gzip");
      String text = new String(new GZIPInputStream(page.body()).readAllBytes(), UTF_8);
      assertThat(text).contains("etcd_server_has_leader 1");
    }
    EtcdMetricsSource without =
        new EtcdMetricsSource(
            EtcdDeadlines.DEFAULT, () -> ENDPOINT, Optional::empty, UnaryOperator.identity());
    assertThatThrownBy(() -> without.open(Map.of())).isInstanceOf(IOException.class);
  }

  @Test
  void aServerThatAnotherCaSignedIsRefusedInWordsThatSayWhatToDo() throws Exception {
    X509Bundle other = ca();
    TlsFiles mistrusting = write("mistrusting", other, other);
    refused(
        Optional.of(mistrusting), ENDPOINT, "PKIX path", "signed by " + mistrusting.trustedCa());
  }

  @Test
  void aClientThatAnotherCaSignedIsRefusedInWordsThatSayWhatToDo() throws Exception {
    X509Bundle other = ca();
    TlsFiles foreign = write("foreign", other, other);
    TlsFiles mixed = new TlsFiles(files.trustedCa(), foreign.certificate(), foreign.key());
    refused(Optional.of(mixed), ENDPOINT, mixed.certificate() + " to be in date and signed by");
  }

  @Test
  void plainHttpToItSaysThatItServesTls() {
    refused(Optional.of(files), ENDPOINT.replace("https", "http"), "If it serves TLS", "https URL");
  }

  @Test
  void httpsWithoutFilesSaysThatTheyAreMissing() {
    refused(Optional.empty(), ENDPOINT, "no TLS files");
  }

  @Test
  void filesThatDoNotFitAreRefusedAtOnce() throws Exception {
    TlsFiles missing = new TlsFiles(files.trustedCa(), folder.resolve("nowhere"), files.key());
    assertThatThrownBy(() -> admin(Optional.of(missing))).hasMessageContaining("nowhere: expected");
    TlsFiles noKey = new TlsFiles(files.trustedCa(), files.certificate(), files.trustedCa());
    assertThatThrownBy(() -> admin(Optional.of(noKey))).hasMessageContaining("PKCS#8");
  }

  private static void refused(Optional<TlsFiles> tls, String endpoint, String... says) {
    try (GrpcEtcdApi admin = admin(tls)) {
      for (Reply<?> reply :
          List.of(admin.status(endpoint), admin.list(endpoint), admin.receivedBytes(endpoint))) {
        assertThat(reply.answer()).isEmpty();
        assertThat(reply.words()).contains(says).contains(endpoint);
      }
    }
  }
}
