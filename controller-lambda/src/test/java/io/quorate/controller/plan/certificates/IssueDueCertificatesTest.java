package io.quorate.controller.plan.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.certificate.AuthorityCertificates;
import io.quorate.certificate.NodeCertificates;
import io.quorate.certificate.RequestDigest;
import io.quorate.controller.decision.CertificateOrder;
import io.quorate.controller.decision.CommitBootstrap;
import io.quorate.controller.decision.IssueCertificates;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.fixture.CertificateRequests;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.view.CertificateView;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.spec.SpecReader;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.Pause;
import io.quorate.state.PublicKeyProof;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IssueDueCertificatesTest {
  private static final AuthorityCertificates AUTHORITIES =
      new AuthorityCertificates("peers", "clients");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Map<InstanceId, NodeCertificates> signed = new HashMap<>();
  private final Map<InstanceId, List<String>> shown = new HashMap<>();

  private static ClusterFixture managed(int nodes) {
    ClusterFixture fixture = ClusterFixture.registered(nodes);
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\ntls: {mode: managed}")
            .orThrow();
    return fixture;
  }

  private void tells(ClusterFixture fixture, String instance) {
    NodeFixture node = fixture.node(instance);
    node.tls = true;
    node.report = CertificateRequests.telling(CertificateRequests.honest());
    shown.put(node.instance, List.of("10.0.0." + node.number, "127.0.0.1"));
  }

  private void signed(ClusterFixture fixture, String instance) {
    NodeFixture node = fixture.node(instance);
    signed.put(
        node.instance,
        new NodeCertificates(
            node.instance,
            RequestDigest.of(node.report.publicKey().orElseThrow()),
            List.of("10.0.0." + node.number),
            fixture.spec.tls().sans(),
            "peer",
            "server",
            "client",
            fixture.now,
            fixture.now.plus(NodeCertificates.LIFE)));
  }

  private ClusterFixture seen(ClusterFixture fixture) {
    fixture.records =
        ClusterRecords.NONE.with(
            new CertificateView(
                signed.isEmpty() ? Optional.empty() : Optional.of(AUTHORITIES), signed, shown));
    return fixture;
  }

  private static List<String> ordered(ClusterFixture fixture) {
    return ((IssueCertificates) fixture.plan().decision())
        .order().nodes().stream().map(node -> node.instance().value()).toList();
  }

  @Test
  void nodesThatTellAKeyGetCertificatesForTheAddressesThatEc2Shows() {
    ClusterFixture fixture = managed(3);
    tells(fixture, "i-1");
    tells(fixture, "i-2");

    CertificateOrder order = ((IssueCertificates) seen(fixture).plan().decision()).order();

    assertThat(order.nodes())
        .extracting(node -> node.instance().value())
        .containsExactly("i-1", "i-2");
    assertThat(order.nodes().getFirst().addresses()).containsExactly("10.0.0.1", "127.0.0.1");
    assertThat(order.known()).isEmpty();
  }

  @Test
  @Guards({"ISSUE_CERTIFICATES", "PAUSED"})
  void theyAreSignedWhileAnOperatorPausesTheCluster() {
    ClusterFixture fixture = managed(3);
    tells(fixture, "i-1");
    seen(fixture);
    fixture.records = fixture.records.pausedBy(List.of(new Pause(fixture.now, "alice", "repair")));

    assertThat(ordered(fixture)).containsExactly("i-1");
  }

  @Test
  void withoutTlsNothingIsSignedWhateverARowTells() {
    ClusterFixture fixture = ClusterFixture.registered(3);
    tells(fixture, "i-1");

    assertThat(seen(fixture).plan().decision()).isInstanceOf(CommitBootstrap.class);
  }

  @Test
  @Guards("ISSUE_CERTIFICATES")
  void theBootstrapWaitsForCertificates() {
    ClusterFixture fixture = managed(3);
    assertThat(seen(fixture).plan().decision()).isInstanceOf(NoOp.class);

    for (String instance : List.of("i-1", "i-2", "i-3")) {
      tells(fixture, instance);
      signed(fixture, instance);
    }
    assertThat(seen(fixture).plan().decision()).isInstanceOf(CommitBootstrap.class);

    fixture.node("i-3").tls = false;
    assertThat(seen(fixture).plan().decision())
        .as("a row that still tells a plain URL would make a member with that URL")
        .isInstanceOf(NoOp.class);
  }

  @Test
  void aNodeDoesNotJoinWithoutCertificates() {
    ClusterFixture fixture = ClusterFixture.healthy(1);
    fixture.spec = managed(1).spec;
    tells(fixture, "i-1");
    signed(fixture, "i-1");
    fixture.desired = 2;
    fixture.launch("i-2");
    assertThat(seen(fixture).plan().decision()).isInstanceOf(NoOp.class);

    tells(fixture, "i-2");
    assertThat(ordered(seen(fixture))).containsExactly("i-2");
    signed(fixture, "i-2");
    assertThat(seen(fixture).plan().decision().code()).isEqualTo("ISSUE_INSTRUCTION");
  }

  /** The address is EC2's word: a row that claims another's gets nothing. */
  @Test
  @Guards("ISSUE_CERTIFICATES")
  void aRowThatClaimsAnothersAddressGetsNothing() {
    ClusterFixture fixture = managed(3);
    tells(fixture, "i-1");
    shown.put(new InstanceId("i-1"), List.of("10.0.0.99"));

    assertThat(seen(fixture).plan().decision()).isInstanceOf(NoOp.class);
    assertThat(CertificateNeeds.of(ClusterStates.of(fixture.view())))
        .singleElement()
        .satisfies(
            need ->
                assertThat(need.refused().orElseThrow())
                    .contains("i-1 claims the address 10.0.0.1", "EC2 shows [10.0.0.99]"));
  }

  @Test
  void whatEc2DoesNotShowIsNotSigned() {
    ClusterFixture fixture = managed(3);
    tells(fixture, "i-1");
    shown.clear();

    assertThat(seen(fixture).plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  @Guards("ISSUE_CERTIFICATES")
  void aRequestThatDoesNotProveItsKeyGetsNothing() {
    KeyPair stolen = CertificateRequests.keys();
    KeyPair own = CertificateRequests.keys();
    KeyPair rsa = CertificateRequests.keys("RSA", 2048);
    for (PublicKeyProof proof :
        List.of(
            CertificateRequests.request(stolen, own),
            CertificateRequests.request(rsa, rsa),
            new PublicKeyProof("no PEM"))) {
      ClusterFixture fixture = managed(3);
      tells(fixture, "i-1");
      fixture.node("i-1").report = CertificateRequests.telling(proof);

      assertThat(seen(fixture).plan().decision()).isInstanceOf(NoOp.class);
      assertThat(CertificateNeeds.of(ClusterStates.of(fixture.view())).getFirst().refused())
          .isPresent();
    }
  }

  @Test
  @Guards("ISSUE_CERTIFICATES")
  void theyAreRenewedAfterTwoThirdsOfTheirLifeAndNotBefore() {
    ClusterFixture fixture = managed(1);
    tells(fixture, "i-1");
    signed(fixture, "i-1");
    fixture.after(Duration.ofDays(60).minus(MINUTE));
    assertThat(seen(fixture).plan().decision()).isNotInstanceOf(IssueCertificates.class);

    fixture.after(MINUTE);
    assertThat(ordered(seen(fixture))).containsExactly("i-1");
    assertThat(((IssueCertificates) fixture.plan().decision()).order().known())
        .contains(AUTHORITIES);
  }

  /** What a controller whose clock was a year ahead signed, no node takes. */
  @Test
  void whatBeginsInTheFutureIsSignedAgain() {
    ClusterFixture fixture = managed(1);
    tells(fixture, "i-1");
    Instant now = fixture.now;
    fixture.now = now.plus(Duration.ofDays(365));
    signed(fixture, "i-1");
    fixture.now = now;

    assertThat(ordered(seen(fixture))).containsExactly("i-1");
  }

  @Test
  void anotherNameInTheSpecNeedsAnotherCertificate() {
    ClusterFixture fixture = managed(1);
    tells(fixture, "i-1");
    signed(fixture, "i-1");
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\ntls: {mode: managed,"
                    + " sans: [etcd.example.org]}")
            .orThrow();

    CertificateOrder order = ((IssueCertificates) seen(fixture).plan().decision()).order();
    assertThat(order.nodes().getFirst().names()).containsExactly("etcd.example.org");
  }

  @Test
  void anotherKeyOrAddressNeedsAnotherCertificate() {
    ClusterFixture fixture = managed(1);
    tells(fixture, "i-1");
    signed(fixture, "i-1");
    tells(fixture, "i-1");

    assertThat(ordered(seen(fixture))).containsExactly("i-1");
  }

  /** The authorities' keys lie elsewhere. */
  @Test
  void signsWhileTheSnapshotsCannotBeLookedAtOrDeleted() {
    ClusterFixture fixture = managed(3);
    for (String instance : List.of("i-1", "i-2", "i-3")) {
      tells(fixture, instance);
    }
    BucketUpkeep failing =
        fixture
            .status
            .tasks()
            .bucket()
            .failed(BucketUse.LOOK, "UNREADABLE", fixture.now)
            .failed(BucketUse.SNAPSHOTS, "STORE_AWAY", fixture.now);
    fixture.status = fixture.status.withTasks(fixture.status.tasks().withBucket(failing));

    assertThat(ordered(seen(fixture))).containsExactly("i-1", "i-2", "i-3");
  }

  @Test
  @Guards("ISSUE_CERTIFICATES")
  void whileTheBucketRefusesTheOtherRulesHaveTheirTurn() {
    ClusterFixture fixture = managed(3);
    for (String instance : List.of("i-1", "i-2", "i-3")) {
      tells(fixture, instance);
      signed(fixture, instance);
    }
    fixture.launch("i-4");
    tells(fixture, "i-4");
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

    assertThat(seen(fixture).plan().decision()).isInstanceOf(CommitBootstrap.class);

    fixture.after(MINUTE);
    assertThat(ordered(seen(fixture))).containsExactly("i-4");
  }
}
