package io.quorate.controller.plan.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.certificate.RequestDigest;
import io.quorate.controller.bouncycastle.BouncyCastleAuthority;
import io.quorate.controller.bouncycastle.KeptAuthorities;
import io.quorate.controller.decision.CertificateOrder;
import io.quorate.controller.decision.IssueCertificates;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.fixture.CertificateRequests;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.plan.membership.JoinAndHungRulesTest;
import io.quorate.controller.view.CertificateView;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.spec.SpecReader;
import io.quorate.state.BucketUse;
import io.quorate.state.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Time alone costs no member. */
public class CertificateExpiryTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration AUTHORITY = Duration.ofDays(3650);

  private final Map<InstanceId, NodeCertificates> signed = new HashMap<>();
  private Map<InstanceId, List<String>> shown = new HashMap<>();

  private ClusterFixture certified(ClusterFixture fixture) {
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\ntls: {mode: managed}")
            .orThrow();
    AuthorityCertificates authorities =
        new BouncyCastleAuthority(new KeptAuthorities())
            .issue(
                CertificateOrder.of(
                    new ClusterName("demo"),
                    new ClusterUid("uid-1"),
                    Optional.empty(),
                    List.of(),
                    fixture.now))
            .authorities();
    for (NodeFixture node : fixture.actors.values()) {
      node.tls = true;
      node.report = CertificateRequests.telling(CertificateRequests.honest());
      shown.put(node.instance, List.of("10.0.0." + node.number));
      signed.put(
          node.instance,
          new NodeCertificates(
              node.instance,
              RequestDigest.of(node.report.publicKey().orElseThrow()),
              List.of("10.0.0." + node.number),
              List.of(),
              "peer",
              "server",
              "client",
              fixture.now,
              fixture.now.plus(NodeCertificates.LIFE)));
    }
    fixture.records =
        ClusterRecords.NONE.with(new CertificateView(Optional.of(authorities), signed, shown));
    return fixture;
  }

  public static Optional<String> told(Plan plan, Condition.Type type) {
    return plan.status().conditions().stream()
        .filter(held -> held.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  @Test
  @Guards("CERTIFICATE_EXPIRES")
  void whatIsRenewedInTimeIsNotToldOf() {
    ClusterFixture fixture = certified(ClusterFixture.healthy(3));
    fixture.after(Duration.ofDays(60).minus(HOUR));
    assertThat(told(fixture.plan(), Condition.Type.CERTIFICATE_EXPIRES)).isEmpty();

    fixture.after(HOUR);
    Plan renewing = fixture.plan();
    assertThat(renewing.decision()).isInstanceOf(IssueCertificates.class);
    assertThat(told(renewing, Condition.Type.CERTIFICATE_EXPIRES)).isEmpty();
  }

  @Test
  @Guards("CERTIFICATE_EXPIRES")
  void thirtyDaysBeforeAnExpiryItIsToldWithWhy() {
    shown = new HashMap<>();
    ClusterFixture fixture = certified(ClusterFixture.healthy(3));
    fixture.after(Duration.ofDays(61));
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
                        .failed(BucketUse.AUTHORITIES, "STORE_AWAY: 503", fixture.now)));

    Plan plan = fixture.plan();

    assertThat(told(plan, Condition.Type.CERTIFICATE_EXPIRES).orElse(""))
        .contains("i-1 expires at ", "the bucket with the authorities' keys refuses, STORE_AWAY");
    assertThat(told(plan, Condition.Type.CERTIFICATE_EXPIRED)).isEmpty();
  }

  /** Moving every client takes longer than renewing a file. */
  @Test
  @Guards("CERTIFICATE_EXPIRES")
  void halfAYearBeforeAnAuthorityExpiresItIsToldWithTheDateAndTheWayOut() {
    ClusterFixture fixture = certified(ClusterFixture.healthy(3));
    Instant end = fixture.now.plus(AUTHORITY);
    signed.clear(); // Those of the nodes are another matter.
    fixture.after(AUTHORITY.minus(Duration.ofDays(181)));
    assertThat(told(fixture.plan(), Condition.Type.CERTIFICATE_EXPIRES)).isEmpty();

    fixture.after(Duration.ofDays(2));
    assertThat(told(fixture.plan(), Condition.Type.CERTIFICATE_EXPIRES).orElse(""))
        .contains(
            "the authority for peers expires at " + end,
            "the authority for clients expires at " + end,
            "quorate snapshot take demo --wait",
            "quorate apply --from-snapshot")
        .containsOnlyOnce("before that, begin a new cluster");
  }

  @Test
  void anAuthorityThatHasExpiredCostsNobodyItsPlaceAndIsToldOf() {
    ClusterFixture fixture = certified(ClusterFixture.healthy(3));
    fixture.after(AUTHORITY.plus(HOUR));
    Plan plan = fixture.plan();

    assertThat(told(plan, Condition.Type.CERTIFICATE_EXPIRED).orElse(""))
        .contains(
            "the authority for peers has expired at",
            "what it signed ends with it; begin a new cluster",
            "nobody is removed or replaced for that");
    assertThat(told(plan, Condition.Type.CERTIFICATE_EXPIRES)).isEmpty();
    assertThat(plan.status().terminations()).isEmpty();
  }

  @Test
  void aSilentAgentIsNamedAsTheReason() {
    ClusterFixture fixture = certified(ClusterFixture.healthy(3)).silence("i-3");
    fixture.after(Duration.ofDays(61));
    signed.remove(new InstanceId("i-1"));

    assertThat(told(fixture.plan(), Condition.Type.CERTIFICATE_EXPIRES).orElse(""))
        .contains("i-3 expires at ", "its agent is silent");
  }

  /** The clock that jumps may be the controller's own. */
  @Test
  @Guards("CERTIFICATE_EXPIRED")
  void aClockThatJumpsAYearReplacesNobody() {
    ClusterFixture hung = certified(JoinAndHungRulesTest.hung());
    assertThat(hung.plan().decision())
        .as("while nothing has expired")
        .isInstanceOf(RecordTermination.class);

    ClusterFixture later = certified(JoinAndHungRulesTest.hung());
    later.after(Duration.ofDays(365));
    Plan first = later.plan();
    assertThat(first.decision()).isInstanceOf(IssueCertificates.class);
    assertThat(told(first, Condition.Type.CERTIFICATE_EXPIRED).orElse(""))
        .contains("i-3 has expired at ", "nobody is removed or replaced for that");

    later.status =
        later.status.withTasks(
            later
                .status
                .tasks()
                .withBucket(
                    later
                        .status
                        .tasks()
                        .bucket()
                        .failed(BucketUse.AUTHORITIES, "STORE_AWAY: 503", later.now)));
    Plan second = later.plan();
    assertThat(second.decision()).isInstanceOf(NoOp.class);
    assertThat(second.status().terminations()).isEmpty();
  }
}
