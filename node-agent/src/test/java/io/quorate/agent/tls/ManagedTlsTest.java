package io.quorate.agent.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.certificate.NodeCertificates;
import io.quorate.model.InstanceId;
import io.quorate.spec.TlsSettings;
import io.quorate.state.Endpoints;
import io.quorate.state.PublicKeyProof;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagedTlsTest {
  private static final TlsSettings MANAGED = new TlsSettings(TlsSettings.Mode.MANAGED);
  private static final InstanceId NODE = new InstanceId("i-1");
  private static final Endpoints PLAIN =
      new Endpoints("http://127.0.0.1:2380", "http://127.0.0.1:2379");

  @TempDir Path root;
  private final TestAuthority authority = new TestAuthority();
  private Instant now = Instant.now();

  private ManagedTls managed() {
    ManagedTls tls = new ManagedTls(root.resolve("tls"), NODE.value(), () -> now);
    tls.follow(MANAGED);
    return tls;
  }

  private void install(ManagedTls tls) {
    tls.install(authority.certificates(), signed(tls));
  }

  private NodeCertificates signed(ManagedTls tls) {
    return authority.sign(NODE, tls.proof().orElseThrow(), "127.0.0.1");
  }

  @Test
  void withoutTlsNothingIsMadeAndNothingChanges() {
    ManagedTls tls = new ManagedTls(root.resolve("tls"), NODE.value(), () -> now);
    tls.follow(TlsSettings.OFF);

    assertThat(root.resolve("tls")).doesNotExist();
    assertThat(tls.proof()).isEmpty();
    assertThat(tls.missing()).isEmpty();
    assertThat(tls.endpoints(PLAIN)).isEqualTo(PLAIN);
    assertThat(tls.etcdFiles()).isEmpty();
    assertThat(tls.callFiles()).isEmpty();
  }

  @Test
  void etcdWaitsUntilCertificatesAreThere() {
    ManagedTls tls = managed();
    assertThat(tls.missing().orElseThrow()).contains("once the controller has signed");
    assertThat(tls.callFiles()).isEmpty();
    assertThat(tls.endpoints(PLAIN).peerUrl()).isEqualTo("https://127.0.0.1:2380");
    assertThat(tls.endpoints(PLAIN).clientUrl()).isEqualTo("https://127.0.0.1:2379");

    install(tls);
    assertThat(tls.missing()).isEmpty();
    assertThat(tls.callFiles()).isPresent();
  }

  @Test
  void theKeyAndWhatWasSignedForItOutliveTheAgent() {
    ManagedTls tls = managed();
    install(tls);

    ManagedTls next = managed();
    assertThat(next.proof()).isEqualTo(tls.proof());
    assertThat(next.missing()).as("etcd starts without the control plane").isEmpty();
  }

  @Test
  void onlyTheAgentsUserReadsThePrivateKey() throws Exception {
    ManagedTls tls = managed();
    Path key = tls.etcdFiles().orElseThrow().peer().key();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key.getParent())))
        .isEqualTo("rwx------");
    assertThat(tls.proof().orElseThrow().certificateRequest()).doesNotContain("PRIVATE");
  }

  @Test
  void aLostKeyIsReplacedAndWhatWasSignedForItIsGivenUp() throws Exception {
    ManagedTls tls = managed();
    NodeCertificates former = signed(tls);
    install(tls);
    Files.delete(tls.etcdFiles().orElseThrow().peer().key());

    ManagedTls next = managed();
    assertThat(next.proof()).isPresent().isNotEqualTo(tls.proof());
    assertThat(next.missing()).isPresent();
    next.install(authority.certificates(), former);
    assertThat(next.missing()).as("signed for another key").isPresent();
    install(next);
    assertThat(next.missing()).isEmpty();
  }

  @Test
  void whatAnotherAuthoritySignedIsNotInstalled() {
    ManagedTls tls = managed();
    tls.install(new TestAuthority().certificates(), signed(tls));

    assertThat(tls.missing()).isPresent();
  }

  @Test
  void renewedCertificatesTakeThePlaceOfTheOld() throws Exception {
    ManagedTls tls = managed();
    install(tls);
    NodeCertificates renewed = signed(tls);
    tls.install(authority.certificates(), renewed);

    assertThat(tls.etcdFiles().orElseThrow().server().certificate()).hasContent(renewed.server());
    assertThat(tls.etcdFiles().orElseThrow().peer().certificate()).hasContent(renewed.peer());
  }

  /** A controller whose clock is wrong must not take a member's certificates away. */
  @Test
  void whatIsOutOfDateIsNotUsedAndWhatIsThereStays() throws Exception {
    ManagedTls tls = managed();
    now = now.plus(Duration.ofDays(4000));
    install(tls);
    assertThat(tls.missing().orElseThrow())
        .contains("is not used: it is good from", "this node's clock says " + now);

    now = Instant.now();
    NodeCertificates good = signed(tls);
    tls.install(authority.certificates(), good);
    assertThat(tls.missing()).as("in time it is good").isEmpty();

    now = now.minus(Duration.ofDays(4000));
    tls.install(authority.certificates(), signed(tls));
    assertThat(tls.etcdFiles().orElseThrow().server().certificate()).hasContent(good.server());
  }

  @Test
  void itTellsWhenEachCertificateExpires() {
    ManagedTls tls = managed();
    assertThat(tls.expiries()).isEmpty();

    install(tls);
    assertThat(tls.expiries())
        .containsOnlyKeys("peer", "server", "client", "peer-ca", "client-ca")
        .allSatisfy((name, until) -> assertThat(until).isAfter(now));
    assertThat(managed().expiries()).as("after a start, too").isEqualTo(tls.expiries());
  }

  @Test
  void clientsAreAskedForACertificateOnlyWhereTheSpecSaysSo() {
    ManagedTls tls = managed();
    assertThat(tls.etcdFiles().orElseThrow().clientCa()).isEmpty();

    tls.follow(new TlsSettings(TlsSettings.Mode.MANAGED, TlsSettings.Clients.REQUIRED, List.of()));
    assertThat(tls.etcdFiles().orElseThrow().clientCa()).isPresent();
  }

  /** The JDK's own tool refuses a request whose signature is wrong. */
  @Test
  void theRequestProvesTheKey() throws Exception {
    PublicKeyProof proof = managed().proof().orElseThrow();
    Path request = Files.writeString(root.resolve("request.pem"), proof.certificateRequest());

    String shown = printed(request);
    assertThat(shown).contains("CN=i-1", "SHA256withECDSA").doesNotContain("rror");

    String other = proof.certificateRequest().replaceFirst("M", "N");
    assertThat(printed(Files.writeString(root.resolve("wrong.pem"), other))).contains("rror");
  }

  private static String printed(Path request) throws Exception {
    Process tool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-printcertreq",
                "-v",
                "-file",
                request.toString())
            .redirectErrorStream(true)
            .start();
    String shown = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    tool.waitFor();
    return shown;
  }
}
