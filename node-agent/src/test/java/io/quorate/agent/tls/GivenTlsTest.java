package io.quorate.agent.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.quorate.guards.Guards;
import io.quorate.spec.TlsSettings;
import io.quorate.spec.TlsSettings.Clients;
import io.quorate.state.Endpoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What of somebody's own files fits, what does not, and what becomes of a renewal. */
class GivenTlsTest {
  private static final String ADDRESS = "10.0.1.7";
  private static final Endpoints PLAIN =
      new Endpoints("http://10.0.1.7:2380", "http://10.0.1.7:2379");

  @TempDir Path root;
  private Instant now = Instant.now();
  private GivenFiles files;

  @BeforeEach
  void give() throws Exception {
    files = new GivenFiles(Files.createDirectories(root.resolve("given-by-them")), ADDRESS);
  }

  private GivenTls tls() {
    GivenTls tls = new GivenTls(root.resolve("tls/given"), ADDRESS, () -> now);
    tls.follow(files.settings(Clients.REQUIRED));
    return tls;
  }

  private static String unfit(GivenTls tls) {
    return tls.own().orElseThrow().unfit().orElse("");
  }

  private void fits(GivenTls tls) {
    assertThat(unfit(tls)).isEmpty();
    assertThat(tls.missing()).isEmpty();
  }

  @Test
  void whatFitsIsTakenAndKeptForTheAgentAlone() throws Exception {
    GivenTls tls = tls();

    fits(tls);
    assertThat(tls.endpoints(PLAIN).peerUrl()).isEqualTo("https://10.0.1.7:2380");
    assertThat(tls.proof()).as("nothing is signed for it").isEmpty();
    assertThat(tls.etcdFiles().orElseThrow().clientCa()).isPresent();
    Path server = tls.etcdFiles().orElseThrow().server().key();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(server)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(server.getParent())))
        .isEqualTo("rwx------");
    assertThat(tls.expiries())
        .containsOnlyKeys("peer", "server", "client", "peer-ca", "client-ca")
        .allSatisfy((name, until) -> assertThat(until).isAfter(now));
    assertThat(tls.own().orElseThrow().name()).contains("a node");
    assertThat(tls.own().orElseThrow().notAfter())
        .contains(tls.expiries().values().stream().min(Instant::compareTo).orElseThrow());
  }

  @Test
  void inEveryOtherModeNothingIsLookedAt() {
    GivenTls tls = new GivenTls(root.resolve("tls/given"), ADDRESS, () -> now);
    tls.follow(TlsSettings.OFF);

    assertThat(tls.own()).isEmpty();
    assertThat(tls.missing()).isEmpty();
    assertThat(tls.endpoints(PLAIN)).isEqualTo(PLAIN);
    assertThat(tls.etcdFiles()).isEmpty();
    assertThat(tls.callFiles()).isEmpty();
    assertThat(root.resolve("tls")).doesNotExist();
  }

  private static Arguments unfitting(String name, Consumer<GivenFiles> change, String... says) {
    return Arguments.of(name, change, says);
  }

  static Stream<Arguments> unfitFiles() {
    Instant now = Instant.now();
    return Stream.of(
        unfitting(
            "another address",
            files ->
                files.pair(
                    "peer", GivenFiles.made(files.peers, to -> to.addSanIpAddress("10.0.1.8"))),
            "tls.files.peerCertificate",
            "is good for [10.0.1.8], expected this node's address 10.0.1.7"),
        unfitting(
            "no address",
            files -> files.pair("server", GivenFiles.made(files.clients, to -> to)),
            "tls.files.certificate",
            "is good for []"),
        unfitting(
            "another's key",
            files ->
                files.write(
                    "peer.key",
                    GivenFiles.made(files.peers, to -> to.addSanIpAddress(ADDRESS))
                        .getPrivateKeyPEM()),
            "tls.files.peerKey",
            "is not the key of tls.files.peerCertificate"),
        unfitting(
            "a key of another kind",
            files ->
                files.write(
                    "server.key",
                    GivenFiles.made(files.clients, to -> to.rsa2048()).getPrivateKeyPEM()),
            "tls.files.key",
            "cannot be read as the key of tls.files.certificate"),
        unfitting(
            "expired",
            files -> files.pair("server", files.clients, to -> to.notAfter(now.minusSeconds(60))),
            "tls.files.certificate",
            "has expired at ",
            "renew it"),
        unfitting(
            "not yet valid",
            files -> files.pair("peer", files.peers, to -> to.notBefore(now.plusSeconds(3_600))),
            "tls.files.peerCertificate",
            "is not valid before "),
        unfitting(
            "signed by another",
            files -> files.pair("peer", GivenFiles.authority("strangers"), to -> to),
            "tls.files.peerCertificate",
            "was not signed by tls.files.peerCa",
            "its issuer is 'CN=strangers'"),
        unfitting(
            "signed by another of the same name",
            files -> files.pair("peer", GivenFiles.authority("peers"), to -> to),
            "was not signed by tls.files.peerCa"),
        unfitting(
            "peers' and clients' mixed up",
            files -> files.authority("client-ca", files.peers),
            "tls.files.certificate",
            "was not signed by tls.files.clientCa"),
        unfitting(
            "no authority",
            files -> files.authority("peer-ca", GivenFiles.made(files.peers, to -> to)),
            "tls.files.peerCa",
            "'CN=a node' is none"),
        unfitting(
            "good for one thing only",
            files -> files.pair("peer", onlyServing(files)),
            "tls.files.peerCertificate",
            "is not good for clientAuth"),
        unfitting(
            "no file",
            files -> delete(files.path("peer-ca.crt")),
            "tls.files.peerCa",
            "there is no such file on this node"),
        unfitting(
            "no certificate",
            files -> files.write("server.crt", "hello"),
            "tls.files.certificate",
            "holds none"),
        unfitting(
            "no base64",
            files ->
                files.write(
                    "server.crt",
                    """
                    -----BEGIN CERTIFICATE-----
                    ?
                    -----END CERTIFICATE-----
                    """),
            "tls.files.certificate",
            "cannot be read"),
        unfitting(
            "an encrypted key",
            files ->
                files.write(
                    "server.key",
                    """
                    -----BEGIN ENCRYPTED PRIVATE KEY-----
                    MTIz
                    -----END ENCRYPTED PRIVATE KEY-----
                    """),
            "tls.files.key",
            "the key is encrypted"));
  }

  private static X509Bundle onlyServing(GivenFiles files) {
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject("CN=a node")
          .addSanIpAddress(ADDRESS)
          .addExtendedKeyUsageServerAuth()
          .buildIssuedBy(files.peers);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void delete(String path) {
    try {
      Files.delete(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unfitFiles")
  void whatDoesNotFitIsSaidByNameAndEtcdIsNotStarted(
      String name, Consumer<GivenFiles> change, String[] says) {
    change.accept(files);

    GivenTls tls = tls();

    assertThat(tls.missing().orElse("")).contains(says).doesNotContain("PRIVATE");
    assertThat(unfit(tls)).isEqualTo(tls.missing().orElseThrow());
    assertThat(tls.endpoints(PLAIN)).as("it founds nothing").isEqualTo(PLAIN);
    assertThat(tls.callFiles()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unfitFiles")
  @Guards("CERTIFICATE_UNFIT")
  void aRenewalThatDoesNotFitTakesNothingAway(
      String name, Consumer<GivenFiles> change, String[] says) throws Exception {
    GivenTls tls = tls();
    fits(tls);
    Path server = tls.etcdFiles().orElseThrow().server().certificate();
    byte[] before = Files.readAllBytes(server);

    change.accept(files);
    tls.look();

    assertThat(unfit(tls)).contains(says);
    assertThat(tls.missing()).as("etcd starts again with what fitted").isEmpty();
    assertThat(server).hasBinaryContent(before);
    GivenTls next = tls();
    assertThat(next.missing()).as("after a start of the agent, too").isEmpty();
    assertThat(next.endpoints(PLAIN).peerUrl()).startsWith("https:");
  }

  @Test
  void aRenewalIsTakenOnceBothHalvesAreThere() throws Exception {
    GivenTls tls = tls();
    Path server = tls.etcdFiles().orElseThrow().server().certificate();
    byte[] before = Files.readAllBytes(server);
    X509Bundle renewed = GivenFiles.made(files.clients, to -> to.addSanIpAddress(ADDRESS));

    files.write("server.crt", renewed.getCertificatePEM());
    tls.look();
    assertThat(unfit(tls)).contains("tls.files.key", "is not the key of");
    assertThat(server).hasBinaryContent(before);

    files.write("server.key", renewed.getPrivateKeyPEM());
    tls.look();
    fits(tls);
    assertThat(GivenCertificates.read(new GivenFile("copy", server)))
        .containsExactly(renewed.getCertificate());
  }

  @Test
  void timeAloneMayMendIt() {
    files.pair(
        "peer",
        files.peers,
        to -> to.notBefore(now.plusSeconds(60)).notAfter(now.plusSeconds(600)));
    GivenTls tls = tls();
    assertThat(unfit(tls)).contains("is not valid before");

    now = now.plus(Duration.ofSeconds(61));
    tls.look();
    fits(tls);
  }

  @Test
  void keysOfOlderFormsAreTaken() {
    X509Bundle rsa = GivenFiles.made(files.clients, to -> to.rsa2048().addSanIpAddress(ADDRESS));
    files.pair("server", rsa);
    files.write("server.key", older("RSA PRIVATE KEY", rsa, 26));
    X509Bundle ec = GivenFiles.made(files.peers, to -> to.addSanIpAddress(ADDRESS));
    files.pair("peer", ec);
    byte[] encoded = ec.getKeyPair().getPrivate().getEncoded();
    files.write("peer.key", older("EC PRIVATE KEY", ec, inner(encoded)));

    fits(tls());
  }

  /** Where the octets of the key begin: behind version, algorithm and their own head. */
  private static int inner(byte[] pkcs8) {
    int algorithm = 2 + 3;
    int octets = algorithm + 2 + pkcs8[algorithm + 1];
    return octets + 2;
  }

  private static String older(String type, X509Bundle of, int from) {
    byte[] encoded = of.getKeyPair().getPrivate().getEncoded();
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder().encodeToString(Arrays.copyOfRange(encoded, from, encoded.length))
        + "\n-----END "
        + type
        + "-----\n";
  }

  @Test
  void anIntermediateAuthorityInTheFileIsFollowed() throws Exception {
    X509Bundle between =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=between")
            .setIsCertificateAuthority(true)
            .buildIssuedBy(files.peers);
    X509Bundle leaf = GivenFiles.made(between, to -> to.addSanIpAddress(ADDRESS));
    files.pair("peer", leaf);
    assertThat(unfit(tls())).contains("was not signed by tls.files.peerCa");

    files.write("peer.crt", leaf.getCertificatePEM() + "\n" + between.getCertificatePEM());
    fits(tls());
  }
}
