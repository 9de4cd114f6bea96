package io.quorate.controller.plan.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.ClientCertificateWish;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.IssueClientCertificate;
import io.quorate.controller.fixture.CertificateRequests;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.CertificateView;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.SpecReader;
import io.quorate.state.BucketUse;
import io.quorate.state.PublicKeyProof;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswerCertificateRequestTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private Optional<AuthorityCertificates> authorities =
      Optional.of(new AuthorityCertificates("peers", "clients"));

  private ClusterFixture asked(String tls, Map<String, String> arguments) {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    for (NodeFixture node : fixture.actors.values()) {
      node.tls = true;
    }
    fixture.spec =
        SpecReader.read("name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\ntls: " + tls)
            .orThrow();
    fixture.records =
        new ClusterRecords(
            Map.of(),
            List.of(
                Request.open(
                    "r-1", RequestKind.ISSUE_CERTIFICATE, arguments, "ann", Instant.EPOCH)),
            List.of(),
            new BucketView.NotObserved(),
            Optional.empty(),
            new CertificateView(authorities, Map.of(), Map.of()));
    return fixture;
  }

  private static Map<String, String> wish(PublicKeyProof proof, String... sans) {
    return new ClientCertificateWish(proof, "app", List.of(sans), "30", false).arguments();
  }

  private static String refused(ClusterFixture fixture) {
    Decision decision = fixture.plan().decision();
    assertThat(decision).isInstanceOf(AnswerRequest.class);
    Request after = ((AnswerRequest) decision).request().after();
    assertThat(after.state()).isEqualTo(Request.State.REFUSED);
    return after.detail();
  }

  @Test
  void aRequestThatProvesItsKeyIsSigned() {
    ClusterFixture fixture =
        asked(
            "{mode: managed, sans: [app.example.org]}",
            wish(CertificateRequests.honest(), "app.example.org"));

    Decision decision = fixture.plan().decision();

    assertThat(decision).isInstanceOf(IssueClientCertificate.class);
    assertThat(((IssueClientCertificate) decision).order().clients())
        .singleElement()
        .satisfies(
            client -> {
              assertThat(client.wish().commonName()).isEqualTo("app");
              assertThat(client.request().id()).isEqualTo("r-1");
            });
    assertThat(decision.reason().message()).contains("ann asks for", "client app");
  }

  @Test
  @Guards("ANSWER_CERTIFICATE_REQUEST")
  void aRequestWhoseSignatureDoesNotProveTheKeyIsRefused() {
    KeyPair stolen = CertificateRequests.keys();
    assertThat(
            refused(
                asked(
                    "{mode: managed}",
                    wish(CertificateRequests.request(stolen, CertificateRequests.keys())))))
        .contains("no proof of a key", "not signed with the private key");
    assertThat(refused(asked("{mode: managed}", wish(new PublicKeyProof("no PEM")))))
        .contains("expected a PKCS #10 certificate request");
  }

  @Test
  @Guards("ANSWER_CERTIFICATE_REQUEST")
  void aNameThatTheSpecDoesNotAllowIsRefusedWhereverItStands() {
    assertThat(
            refused(
                asked("{mode: managed}", wish(CertificateRequests.honest(), "app.example.org"))))
        .contains("[app.example.org]", "add them to tls.sans");
    assertThat(
            refused(
                asked(
                    "{mode: managed}",
                    wish(CertificateRequests.naming("etcd.example.org", "10.0.0.1")))))
        .contains("itself names [etcd.example.org, 10.0.0.1], which was not asked for");
  }

  @Test
  @Guards("ANSWER_CERTIFICATE_REQUEST")
  void withoutTlsOrBeforeThereIsAnAuthorityItIsRefused() {
    assertThat(refused(asked("{mode: off}", wish(CertificateRequests.honest()))))
        .contains("tls.mode is off");

    authorities = Optional.empty();
    assertThat(refused(asked("{mode: managed}", wish(CertificateRequests.honest()))))
        .contains("no authority yet");
  }

  @Test
  void whileTheBucketRefusesItWaits() {
    ClusterFixture fixture = asked("{mode: managed}", wish(CertificateRequests.honest()));
    fixture.status =
        fixture.status.withTasks(
            fixture
                .status
                .tasks()
                .withBucket(
                    fixture
                        .status
                        .tasks()
                        .bucket()
                        .failed(BucketUse.AUTHORITIES, "STORE_AWAY", fixture.now)));
    assertThat(fixture.plan().decision()).isNotInstanceOf(IssueClientCertificate.class);

    fixture.after(MINUTE);
    assertThat(fixture.plan().decision()).isInstanceOf(IssueClientCertificate.class);
  }
}
