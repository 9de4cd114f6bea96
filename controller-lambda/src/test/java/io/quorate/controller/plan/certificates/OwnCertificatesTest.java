package io.quorate.controller.plan.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.CommitBootstrap;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.CertificateRequests;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.plan.membership.JoinAndHungRulesTest;
import io.quorate.guards.Guards;
import io.quorate.spec.SpecReader;
import io.quorate.state.Condition;
import io.quorate.state.MemberEntry;
import io.quorate.state.OwnCertificates;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Certificates that are not the controller's: it signs nothing, and tells of them. */
class OwnCertificatesTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private static ClusterFixture withFiles(ClusterFixture fixture, OwnCertificates tells) {
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\ntls: {mode: files,"
                    + " files: {peerCertificate: /p.crt, peerKey: /p.key, peerCa: /p-ca.crt,"
                    + " certificate: /s.crt, key: /s.key, clientCa: /c-ca.crt}}")
            .orThrow();
    for (NodeFixture node : fixture.actors.values()) {
      node.tls = true;
      node.report = CertificateRequests.own(tells);
    }
    fixture.listed.replaceAll(
        member ->
            new MemberEntry(
                member.id(),
                member.name(),
                List.of(member.peerUrls().getFirst().replace("http:", "https:")),
                member.learner()));
    return fixture;
  }

  @Test
  @Guards("CERTIFICATE_UNFIT")
  void filesOfOnesOwnThatExpireOrDoNotFitAreToldOf() {
    OwnCertificates good =
        new OwnCertificates(
            Optional.of(ClusterFixture.healthy(1).now.plus(Duration.ofDays(90))), Optional.empty());
    ClusterFixture fixture = withFiles(ClusterFixture.healthy(3), good);
    Plan quiet = fixture.plan();
    assertThat(quiet.decision()).as("nothing is signed").isInstanceOf(NoOp.class);
    assertThat(quiet.status().conditions()).isEmpty();

    fixture.after(Duration.ofDays(61));
    assertThat(
            CertificateExpiryTest.told(fixture.plan(), Condition.Type.CERTIFICATE_EXPIRES)
                .orElse(""))
        .contains(
            "i-1 expires at ", "renew the files that tls.files names", "a spec that names it");
    fixture.after(Duration.ofDays(30));
    assertThat(
            CertificateExpiryTest.told(fixture.plan(), Condition.Type.CERTIFICATE_EXPIRED)
                .orElse(""))
        .contains("i-2 has expired at ", "nobody is removed or replaced");

    ClusterFixture broken =
        withFiles(
            ClusterFixture.healthy(3),
            new OwnCertificates(good.notAfter(), Optional.of("tls.files.key (/s.key): no key")));
    assertThat(
            CertificateExpiryTest.told(broken.plan(), Condition.Type.CERTIFICATE_UNFIT).orElse(""))
        .contains("i-3: tls.files.key (/s.key): no key", "goes on with what fitted before");
  }

  @Test
  @Guards("CERTIFICATE_EXPIRED")
  void aHungNodeIsNotReplacedOnTheWordOfMembersWhoseCertificatesHaveExpired() {
    OwnCertificates expired =
        new OwnCertificates(
            Optional.of(JoinAndHungRulesTest.hung().now.minus(HOUR)), Optional.empty());
    ClusterFixture hung = withFiles(JoinAndHungRulesTest.hung(), expired);

    Plan plan = hung.plan();

    assertThat(plan.status().terminations()).isEmpty();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void theBootstrapWaitsForNodesWhoseFilesFit() {
    OwnCertificates none =
        new OwnCertificates(Optional.empty(), Optional.of("tls.files.key (/s.key): no key"));
    ClusterFixture fixture = withFiles(ClusterFixture.registered(3), none);
    fixture.node("i-2").tls = false;
    assertThat(fixture.plan().decision())
        .as("a node without TLS would be a member that nobody reaches")
        .isInstanceOf(NoOp.class);

    fixture.node("i-2").tls = true;
    assertThat(fixture.plan().decision()).isInstanceOf(CommitBootstrap.class);
  }
}
