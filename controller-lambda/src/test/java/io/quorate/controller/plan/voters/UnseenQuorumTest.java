package io.quorate.controller.plan.voters;

import static io.quorate.controller.plan.voters.QuorumLossTest.remembered;
import static io.quorate.controller.plan.voters.QuorumLossTest.stopped;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Phase;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Not seen is not lost: NO_QUORUM needs somebody's word, or too few voters that may serve. */
class UnseenQuorumTest {
  private static ClusterFixture silent(ClusterFixture fixture, String... instances) {
    for (String instance : instances) {
      fixture.silence(instance);
    }
    return fixture;
  }

  private static ClusterFixture allSilent() {
    return silent(remembered(ClusterFixture.healthy(3)), "i-1", "i-2", "i-3");
  }

  private static Phase phase(ClusterFixture fixture) {
    return fixture.plan().status().phase();
  }

  private static Optional<Condition> shown(ClusterFixture fixture, Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(condition -> condition.type() == type)
        .findFirst();
  }

  @Test
  @Guards("UNSEEN")
  void saysWhoDoesNotReportSinceWhenAndWhatToLookAt() {
    ClusterFixture fixture = allSilent();

    assertThat(phase(fixture)).isEqualTo(Phase.UNSEEN);
    assertThat(shown(fixture, Condition.Type.NO_QUORUM)).isEmpty();
    assertThat(shown(fixture, Condition.Type.NODE_UNREACHABLE)).isEmpty();
    assertThat(shown(fixture, Condition.Type.UNSEEN).orElseThrow().message())
        .contains("3 of 3 voters do not report", "i-1 since 2026-01-02T02:04:05Z, i-2 since")
        .contains("etcd may serve all the same", "docs/operations.md, UNSEEN")
        .contains(
            "etcdctl --endpoints=http://10.0.0.1:2379,http://10.0.0.2:2379,http://10.0.0.3:2379");
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("QUORUM_UNSEEN");
  }

  @Test
  void isUnseenWhileTheOnlyOneThatReportsProvesAQuorum() {
    assertThat(phase(silent(ClusterFixture.healthy(3), "i-1", "i-2"))).isEqualTo(Phase.UNSEEN);
  }

  @Test
  void isUnseenWhileTheOnlyOneThatReportsHasNoEtcdToAsk() {
    assertThat(phase(stopped(silent(remembered(ClusterFixture.healthy(3)), "i-1", "i-2"))))
        .isEqualTo(Phase.UNSEEN);
  }

  @Test
  @Guards("NO_QUORUM")
  void isNoQuorumWhenTheOnlyOneThatReportsProvesNone() {
    ClusterFixture fixture = silent(remembered(ClusterFixture.healthy(3)), "i-1", "i-2");
    fixture.node("i-3").quorumProven = false;

    assertThat(phase(fixture)).isEqualTo(Phase.NO_QUORUM);
    assertThat(shown(fixture, Condition.Type.UNSEEN)).isEmpty();
    assertThat(shown(fixture, Condition.Type.NO_QUORUM).orElseThrow().message())
        .contains("i-3 (its etcd answers but proves no quorum)", "i-1 (silent since");
  }

  /** A member that was restarted has not found the leader yet, and a third one's row is late. */
  @Test
  void isUnseenWhileOneProvesAQuorumAndAnotherDoesNotYet() {
    ClusterFixture fixture = silent(remembered(ClusterFixture.healthy(3)), "i-1");
    fixture.node("i-2").quorumProven = false;

    assertThat(phase(fixture)).isEqualTo(Phase.UNSEEN);
  }

  @Test
  void doesNotTakeTheWordOfALearnerOrOfAnotherClustersMember() {
    ClusterFixture fixture = silent(remembered(ClusterFixture.healthy(3)), "i-1", "i-2");
    fixture.node("i-3").quorumProven = false;
    fixture.node("i-3").learner = true;

    assertThat(phase(fixture)).isEqualTo(Phase.UNSEEN);
  }

  @ParameterizedTest
  @EnumSource(
      value = InstanceState.class,
      names = {"TERMINATED", "STOPPED"},
      mode = EnumSource.Mode.EXCLUDE)
  void isUnseenWhateverElseEc2SaysOfSilentInstances(InstanceState state) {
    ClusterFixture fixture = allSilent();
    fixture.actors.keySet().forEach(instance -> fixture.instances.put(instance, state));

    assertThat(phase(fixture)).isEqualTo(Phase.UNSEEN);
  }

  @ParameterizedTest
  @EnumSource(
      value = InstanceState.class,
      names = {"TERMINATED", "STOPPED"})
  @Guards("NO_QUORUM")
  void isNoQuorumWhenEc2ShowsTooManyTerminatedOrStopped(InstanceState state) {
    ClusterFixture fixture = allSilent();
    fixture.instances.put(new InstanceId("i-2"), state);
    assertThat(phase(fixture)).isEqualTo(Phase.UNSEEN);

    fixture.instances.put(new InstanceId("i-3"), state);
    assertThat(phase(fixture)).isEqualTo(Phase.NO_QUORUM);
  }

  @Test
  void isNoQuorumWhenTooManySayThatTheirDataOrTheirEtcdIsGone() {
    ClusterFixture fixture = stopped(remembered(ClusterFixture.healthy(3)));
    fixture.data("i-2", DataState.LOST).silence("i-1");

    assertThat(phase(fixture)).isEqualTo(Phase.NO_QUORUM);
  }

  /** Of two voters one is gone; the joiner may have become the third, and both may serve. */
  @Test
  void isUnseenWhileASilentJoinerMayBeTheVoterThatMakesTheQuorum() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(2));
    fixture.launch("i-3");
    fixture.open(CommandKind.JOIN, "i-3");
    silent(fixture, "i-2").terminate("i-1");

    assertThat(phase(fixture)).isEqualTo(Phase.NO_QUORUM);
    fixture.silence("i-3");
    assertThat(phase(fixture)).isEqualTo(Phase.UNSEEN);
  }

  @Test
  void isUnseenWhereNobodyKnowsWhoVotesAndNobodyReports() {
    ClusterFixture fixture = allSilent();
    fixture.open(CommandKind.REMOVE_MEMBER, "i-1");
    fixture.status = fixture.status.withProven(Optional.empty());
    assertThat(phase(fixture)).isEqualTo(Phase.UNSEEN);

    fixture.actors.clear();
    assertThat(phase(fixture)).isEqualTo(Phase.UNSEEN);
  }

  /** The change of the membership stays uncertain for as long as nobody reports (ADR 31). */
  @Test
  @Guards("UNSEEN")
  void presumesNoLossHoweverLongNobodyReports() {
    ClusterFixture fixture = remembered(ClusterFixture.healthy(2));
    fixture.launch("i-3");
    fixture.open(CommandKind.JOIN, "i-3");
    silent(fixture, "i-2", "i-3").terminate("i-1");
    remembered(fixture).after(Duration.ofHours(1));

    assertThat(phase(fixture)).isEqualTo(Phase.UNSEEN);
    assertThat(QuorumLoss.presumed(ClusterStates.of(fixture.view()))).isEmpty();
    assertThat(shown(fixture, Condition.Type.RECOVERY_WAITS)).isEmpty();
  }
}
