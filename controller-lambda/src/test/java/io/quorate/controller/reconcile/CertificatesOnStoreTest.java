package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.AuthorityUnavailableException;
import io.quorate.certificate.ClientCertificate;
import io.quorate.certificate.ClientCertificateWish;
import io.quorate.certificate.NodeCertificates;
import io.quorate.codec.Codecs;
import io.quorate.controller.bouncycastle.BouncyCastleAuthority;
import io.quorate.controller.bouncycastle.KeptAuthorities;
import io.quorate.controller.fixture.CertificateRequests;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.SpecReader;
import io.quorate.state.BucketUse;
import io.quorate.state.Lineage;
import io.quorate.state.PublicKeyProof;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.x509.KeyAndRequest;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Real turns over a store in memory: keys are told, certificates recorded, a cluster begins. */
class CertificatesOnStoreTest {
  private final KeptAuthorities keys = new KeptAuthorities();

  private StoreStage stage(int nodes) {
    ClusterFixture fixture = ClusterFixture.registered(nodes);
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\ntls: {mode: managed}")
            .orThrow();
    for (NodeFixture node : fixture.actors.values()) {
      node.tls = true;
      node.report = CertificateRequests.telling(CertificateRequests.honest());
    }
    StoreStage stage = StoreStage.of(fixture);
    for (NodeFixture node : fixture.actors.values()) {
      stage.addresses.put(node.instance, List.of("10.0.0." + node.number));
    }
    stage.certificates = new BouncyCastleAuthority(keys);
    return stage;
  }

  private static NodeCertificates signed(StoreStage stage, String instance) {
    return Codecs.NODE_CERTIFICATES.read(
        stage.attributes(Keys.certificate(StoreStage.CLUSTER, new InstanceId(instance))), instance);
  }

  @Test
  void oneTurnSignsForAllAndDecidesTheBootstrap() {
    StoreStage stage = stage(3);
    stage.turn();

    assertThat(stage.decisions())
        .containsExactly("ISSUE_CERTIFICATES", "COMMIT_BOOTSTRAP", "FINALIZE_BOOTSTRAP");
    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTED);
    assertThat(stage.lineage().bootstrap().orElseThrow().voters())
        .allSatisfy(voter -> assertThat(voter.endpoints().peerUrl()).startsWith("https://"));
    assertThat(signed(stage, "i-2").addresses()).containsExactly("10.0.0.2");
    assertThat(signed(stage, "i-2").notAfter())
        .isEqualTo(signed(stage, "i-2").issuedAt().plus(Duration.ofDays(90)));
  }

  @Test
  void afterTwoThirdsOfTheirLifeOthersAreSignedForTheSameKey() {
    StoreStage stage = stage(3);
    stage.turn();
    NodeCertificates first = signed(stage, "i-1");

    stage.now = stage.now.plus(Duration.ofDays(60));
    stage.fixture.actors.values().forEach(node -> node.sequence++);
    stage.heartbeats();
    stage.turn();

    NodeCertificates second = signed(stage, "i-1");
    assertThat(second.request()).isEqualTo(first.request());
    assertThat(second.notAfter()).isEqualTo(first.notAfter().plus(Duration.ofDays(60)));
    assertThat(stage.decisions()).filteredOn("ISSUE_CERTIFICATES"::equals).hasSize(2);
  }

  /** The key is made as the command makes it, and never leaves this test. */
  @Test
  @Guards("IssueClientCertificate")
  void aClientsRequestIsAnsweredWithACertificateForItsKey() throws Exception {
    StoreStage stage = stage(3);
    stage.turn();
    KeyAndRequest made = KeyAndRequest.create("app");
    Request asked =
        Request.open(
            "r-1",
            RequestKind.ISSUE_CERTIFICATE,
            new ClientCertificateWish(
                    new PublicKeyProof(made.request()), "app", List.of(), "30", false)
                .arguments(),
            "ann",
            stage.now);
    stage.put(Keys.request(StoreStage.CLUSTER, "r-1"), Codecs.REQUEST.write(asked));
    stage.turn();

    Request answer =
        Codecs.REQUEST.read(stage.attributes(Keys.request(StoreStage.CLUSTER, "r-1")), "r-1");
    assertThat(answer.state()).as(answer.detail()).isEqualTo(Request.State.DONE);
    String pem = answer.result().getOrDefault("certificate", "");
    X509Certificate signed = certificate(pem);
    signed.verify(certificate(authorities(stage).clients()).getPublicKey());
    assertThatThrownBy(() -> signed.verify(certificate(authorities(stage).peers()).getPublicKey()))
        .as("an application's certificate must not pass the peer port")
        .isInstanceOf(GeneralSecurityException.class);
    assertThat(signed.getSubjectX500Principal().getName()).isEqualTo("CN=app");
    assertThat(signed.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(signed.getNotAfter().toInstant()).isEqualTo(stage.now.plus(Duration.ofDays(30)));
    ClientCertificate listed =
        Codecs.CLIENT_CERTIFICATE.read(
            stage.attributes(Keys.clientCertificate(StoreStage.CLUSTER, "r-1")), "r-1");
    assertThat(listed.pem()).isEqualTo(pem);
    assertThat(listed.by()).isEqualTo("ann");

    stage.turn();
    assertThat(stage.decisions()).filteredOn("ISSUE_CLIENT_CERTIFICATE"::equals).hasSize(1);
  }

  private static AuthorityCertificates authorities(StoreStage stage) {
    return Codecs.AUTHORITIES.read(stage.attributes(Keys.pki(StoreStage.CLUSTER)), "pki");
  }

  private static X509Certificate certificate(String pem) throws GeneralSecurityException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void privateKeysAreNowhereButInTheirOwnStore() {
    StoreStage stage = stage(3);
    stage.turn();

    assertThat(keys.kept).hasSize(2);
    List<String> everything = new ArrayList<>();
    for (Item item : stage.records()) {
      everything.add(item.attributes().toString());
    }
    assertThat(everything).isNotEmpty().noneMatch(text -> text.contains("PRIVATE KEY"));
    for (String kept : keys.kept.values()) {
      String secret = kept.lines().skip(1).findFirst().orElseThrow();
      assertThat(everything).noneMatch(text -> text.contains(secret));
    }
  }

  @Test
  void anAuthorityThatCannotSignIsToldAndAskedAgainLater() {
    StoreStage stage = stage(3);
    List<Integer> asked = new ArrayList<>();
    stage.certificates =
        order -> {
          asked.add(1);
          throw new AuthorityUnavailableException("the bucket is away");
        };
    stage.turn();
    stage.turn();

    assertThat(asked).hasSize(1);
    assertThat(stage.status().tasks().bucket().failing(BucketUse.AUTHORITIES).orElseThrow().why())
        .isEqualTo("AUTHORITY_UNAVAILABLE: the bucket is away");
    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.UNBOOTSTRAPPED);

    stage.now = stage.now.plus(Duration.ofMinutes(2));
    stage.fixture.actors.values().forEach(node -> node.sequence++);
    stage.heartbeats();
    stage.certificates = new BouncyCastleAuthority(keys);
    stage.turn();
    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTED);
  }

  @Test
  void aTurnThatDiedAfterTheKeysWereMadeIsFollowedByOneThatUsesThem() {
    StoreStage stage = stage(3);
    BouncyCastleAuthority real = new BouncyCastleAuthority(keys);
    stage.certificates =
        order -> {
          real.issue(order);
          throw new IllegalStateException("killed");
        };
    try {
      stage.turn();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("killed");
    }
    List<String> made = List.copyOf(keys.kept.values());
    stage.certificates = real;
    stage.pastTheLease();
    stage.turn();

    assertThat(keys.kept.values()).containsExactlyElementsOf(made);
    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTED);
  }
}
