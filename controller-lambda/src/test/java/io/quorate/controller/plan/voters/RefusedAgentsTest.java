package io.quorate.controller.plan.voters;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.plan.certificates.CertificateExpiryTest;
import io.quorate.controller.plan.recovery.QuorumLostTest;
import io.quorate.guards.Guards;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecReader;
import io.quorate.state.AccessRefused;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents whose own etcd refuses them: somebody enabled access control, and they are no user. */
class RefusedAgentsTest {
  private static ClusterFixture refused(ClusterFixture fixture, boolean quorum, String... nodes) {
    for (String node : nodes) {
      fixture.node(node).refused(quorum);
    }
    return fixture;
  }

  private static ClusterFixture allRefused() {
    return refused(ClusterFixture.healthy(3), true, "i-1", "i-2", "i-3");
  }

  private static String told(Plan plan) {
    return CertificateExpiryTest.told(plan, Condition.Type.AUTH_WITHOUT_IDENTITY).orElse("");
  }

  private static List<Condition.Type> types(Plan plan) {
    return plan.status().conditions().stream().map(Condition::type).toList();
  }

  @Test
  @Guards("AUTH_WITHOUT_IDENTITY")
  void aClusterThatServesIsNotCalledWithoutQuorum() {
    assertThat(told(ClusterFixture.healthy(3).plan())).isEmpty();

    Plan plan = allRefused().plan();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.decision().reason().code()).isEqualTo("AGENTS_REFUSED");
    assertThat(plan.status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(types(plan)).containsExactly(Condition.Type.AUTH_WITHOUT_IDENTITY);
    assertThat(told(plan))
        .contains(
            "i-2 (user name is empty, after a quorum confirmed the read)",
            "Connections are plain",
            "auth disable");
  }

  /** Releases before 3.5.28 refuse no status: the cluster is whole, and no snapshot is taken. */
  @Test
  void theConditionIsToldOfMembersThatServe() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    for (NodeFixture node : fixture.actors.values()) {
      node.report = node.report.refused(new AccessRefused("user name is empty", true));
    }

    Plan plan = fixture.plan();

    assertThat(plan.status().phase()).isEqualTo(Phase.HEALTHY);
    assertThat(told(plan)).contains("i-1 (user name is empty");
  }

  @Test
  void theWayOutIsThatOfTheSpec() {
    ClusterFixture fixture = allRefused();
    fixture.spec = spec("{mode: managed}");
    assertThat(told(fixture.plan())).contains("auth disable, then tls.clients: required");
    fixture.spec = spec("{mode: managed, clients: required}");
    assertThat(told(fixture.plan())).contains("user add NAME --no-password");
  }

  private static ClusterSpec spec(String tls) {
    return SpecReader.read(
            "name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\ntls: " + tls)
        .orThrow();
  }

  /** A status is refused without a quorum, too. */
  @Test
  @Guards("NO_QUORUM")
  void aRefusalThatProvesNoQuorumLeavesTheClusterWithoutOne() {
    Plan plan = refused(ClusterFixture.healthy(3), false, "i-1", "i-2", "i-3").plan();

    assertThat(plan.status().phase()).isEqualTo(Phase.NO_QUORUM);
    assertThat(types(plan)).contains(Condition.Type.NO_QUORUM);
    assertThat(told(plan)).contains("i-1 (user name is empty)");
    assertThat(CertificateExpiryTest.told(plan, Condition.Type.NO_QUORUM).orElse(""))
        .contains("refuses its agent (user name is empty), and proves no quorum");
  }

  /** The list that was proved last may be older than what hands made of it since. */
  @Test
  void nothingIsLostOrFencedWhileARefusalProvesAQuorum() {
    ClusterFixture lost = QuorumLostTest.twoTerminated();
    assertThat(RecoveryFixture.advance(lost).state())
        .as("without the refusal")
        .isEqualTo(Recovery.State.FENCING);

    ClusterFixture fixture = QuorumLostTest.twoTerminated();
    fixture.node("i-3").answering = true;
    fixture.node("i-3").refused(true);
    Plan plan = fixture.plan();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(types(plan))
        .contains(Condition.Type.AUTH_WITHOUT_IDENTITY)
        .doesNotContain(Condition.Type.QUORUM_LOST);
  }

  @Test
  void aSilentNodesRefusalProvesNothing() {
    ClusterFixture fixture = QuorumLostTest.twoTerminated();
    fixture.node("i-3").answering = true;
    fixture.node("i-3").refused(true);
    fixture.silence("i-3");

    assertThat(types(fixture.plan())).contains(Condition.Type.QUORUM_LOST);
  }

  @Test
  void aRequestThatNobodyCanCarryOutFailsAtOnceAndSaysWhy() {
    Request take = SnapshotFixture.asks(RequestKind.TAKE_SNAPSHOT);
    SnapshotFixture fixture = SnapshotFixture.of(3).spec("interval: off").request(take);
    refused(fixture.cluster, true, "i-1", "i-2", "i-3");

    assertThat(fixture.cluster.plan().decision())
        .isInstanceOfSatisfying(
            AnswerRequest.class,
            answer -> {
              assertThat(answer.request().after().state()).isEqualTo(Request.State.FAILED);
              assertThat(answer.request().after().detail())
                  .contains("access control refuses the agents");
            });
  }
}
