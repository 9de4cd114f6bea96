package io.quorate.controller.bouncycastle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.AuthorityStore;
import io.quorate.certificate.AuthorityUnavailableException;
import io.quorate.certificate.ClientCertificate;
import io.quorate.certificate.ClientCertificateWish;
import io.quorate.certificate.NodeCertificates;
import io.quorate.controller.act.CertificateAuthority.Issued;
import io.quorate.controller.decision.CertificateOrder;
import io.quorate.controller.fixture.CertificateRequests;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.PublicKeyProof;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BouncyCastleAuthorityTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";

  private final KeptAuthorities store = new KeptAuthorities();
  private final Map<AuthorityStore.Authority, String> kept = store.kept;
  private final BouncyCastleAuthority authority = new BouncyCastleAuthority(store);
  private final KeyPair keys = CertificateRequests.keys();

  private CertificateOrder order(Optional<AuthorityCertificates> known) {
    return CertificateOrder.of(
        new ClusterName("demo"),
        new ClusterUid("uid-1"),
        known,
        List.of(
            new CertificateOrder.Node(
                new InstanceId("i-1"),
                CertificateRequests.request(keys, keys),
                List.of("10.0.0.1", "fd00::1"),
                List.of("etcd.example.org", "10.9.9.9"))),
        NOW);
  }

  private static X509Certificate read(String pem) throws GeneralSecurityException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  @Guards("IssueCertificates")
  void eachCertificateIsForTheNodesKeyAndSignedByItsOwnAuthority() throws Exception {
    Issued issued = authority.issue(order(Optional.empty()));
    NodeCertificates node = issued.nodes().getFirst();
    X509Certificate peers = read(issued.authorities().peers());
    X509Certificate clients = read(issued.authorities().clients());

    X509Certificate peer = read(node.peer());
    peer.verify(peers.getPublicKey());
    assertThatThrownBy(() -> peer.verify(clients.getPublicKey()))
        .as("an application's client certificate must not pass the peer port, nor the reverse")
        .isInstanceOf(GeneralSecurityException.class);
    read(node.server()).verify(clients.getPublicKey());
    read(node.client()).verify(clients.getPublicKey());
    for (String pem : List.of(node.peer(), node.server(), node.client())) {
      X509Certificate leaf = read(pem);
      assertThat(leaf.getPublicKey()).isEqualTo(keys.getPublic());
      assertThat(leaf.getBasicConstraints()).as("signs nothing itself").isEqualTo(-1);
      leaf.checkValidity(Date.from(NOW.minus(Duration.ofMinutes(59))));
      leaf.checkValidity(Date.from(NOW.plus(Duration.ofDays(89))));
      assertThat(leaf.getNotAfter()).isEqualTo(Date.from(node.notAfter()));
    }
  }

  @Test
  void whatTheyAreForIsInThem() throws Exception {
    NodeCertificates node = authority.issue(order(Optional.empty())).nodes().getFirst();
    X509Certificate server = read(node.server());
    X509Certificate client = read(node.client());

    assertThat(server.getExtendedKeyUsage()).containsExactlyInAnyOrder(SERVER_AUTH, CLIENT_AUTH);
    assertThat(read(node.peer()).getExtendedKeyUsage())
        .containsExactlyInAnyOrder(SERVER_AUTH, CLIENT_AUTH);
    assertThat(client.getExtendedKeyUsage()).containsExactly(CLIENT_AUTH);
    assertThat(client.getSubjectX500Principal().getName()).isEqualTo("CN=root");
    assertThat(server.getSubjectX500Principal().getName())
        .as("with a CN etcd's gateway would act as a user of that name")
        .doesNotContain("CN=");
    assertThat(server.getSubjectAlternativeNames())
        .extracting(name -> String.valueOf(name.get(1)))
        .containsExactly("10.0.0.1", "fd00:0:0:0:0:0:0:1", "etcd.example.org", "10.9.9.9");
    assertThat(read(node.peer()).getSubjectAlternativeNames()).hasSize(2);
  }

  @Test
  void theAuthoritiesAreMadeOnceAndKeepTheirKeysToThemselves() {
    AuthorityCertificates first = authority.issue(order(Optional.empty())).authorities();
    AuthorityCertificates second = authority.issue(order(Optional.of(first))).authorities();

    assertThat(second).isEqualTo(first);
    assertThat(first.peers()).isNotEqualTo(first.clients()).doesNotContain("PRIVATE");
    assertThat(first.clients()).doesNotContain("PRIVATE");
    assertThat(kept.values()).allSatisfy(pem -> assertThat(pem).contains("BEGIN PRIVATE KEY"));
  }

  @Test
  @Guards("IssueCertificates")
  void aLostKeyIsNotReplacedByOneThatNobodyTrusts() {
    AuthorityCertificates trusted = authority.issue(order(Optional.empty())).authorities();
    kept.remove(AuthorityStore.Authority.PEERS);

    assertThatThrownBy(() -> authority.issue(order(Optional.of(trusted))))
        .isInstanceOf(AuthorityUnavailableException.class)
        .hasMessageContaining("the key of the authority for peers is gone")
        .hasMessageContaining("restore the object peers.pem below demo/uid-1/pki/");
    assertThat(kept).doesNotContainKey(AuthorityStore.Authority.PEERS);
  }

  @Test
  @Guards("IssueCertificates")
  void anAuthorityThatTheClusterDoesNotTrustSignsNothing() {
    AuthorityCertificates trusted = authority.issue(order(Optional.empty())).authorities();
    kept.clear();
    authority.issue(order(Optional.empty()));

    assertThatThrownBy(() -> authority.issue(order(Optional.of(trusted))))
        .isInstanceOf(AuthorityUnavailableException.class)
        .hasMessageContaining("are not those that cluster demo trusts");
  }

  /** Longer it would be good for nothing, and its file would say otherwise. */
  @Test
  void aClientsCertificateEndsNoLaterThanItsAuthority() throws Exception {
    AuthorityCertificates trusted = authority.issue(order(Optional.empty())).authorities();
    Instant end = read(trusted.clients()).getNotAfter().toInstant();

    ClientCertificate early = client(trusted, end.minus(Duration.ofDays(91)));
    assertThat(early.notAfter()).isEqualTo(end.minus(Duration.ofDays(1)));

    ClientCertificate late = client(trusted, end.minus(Duration.ofDays(10)));
    assertThat(late.notAfter()).isEqualTo(end);
    assertThat(read(late.pem()).getNotAfter()).isEqualTo(Date.from(end));
  }

  private ClientCertificate client(AuthorityCertificates trusted, Instant now) {
    ClientCertificateWish wish =
        new ClientCertificateWish(
            CertificateRequests.request(keys, keys), "app", List.of(), "90", false);
    Request request =
        Request.open("r-1", RequestKind.ISSUE_CERTIFICATE, wish.arguments(), "somebody", now);
    return authority
        .issue(
            new CertificateOrder(
                new ClusterName("demo"),
                new ClusterUid("uid-1"),
                Optional.of(trusted),
                List.of(),
                List.of(new CertificateOrder.Client(request, wish)),
                now))
        .clients()
        .getFirst();
  }

  @Test
  void whatTheBucketHoldsInAnAuthoritysPlaceIsSaid() {
    kept.put(AuthorityStore.Authority.CLIENTS, "no PEM");

    assertThatThrownBy(() -> authority.issue(order(Optional.empty())))
        .isInstanceOf(AuthorityUnavailableException.class)
        .hasMessageContaining("expected a private key and its certificate");
  }

  @Test
  void aRequestThatProvesNothingIsNeverSigned() {
    PublicKeyProof stolen = CertificateRequests.request(keys, CertificateRequests.keys());
    CertificateOrder order =
        CertificateOrder.of(
            new ClusterName("demo"),
            new ClusterUid("uid-1"),
            Optional.empty(),
            List.of(
                new CertificateOrder.Node(
                    new InstanceId("i-1"), stolen, List.of("10.0.0.1"), List.of())),
            NOW);

    assertThatThrownBy(() -> authority.issue(order))
        .hasMessageContaining("not signed with the private key");
  }
}
