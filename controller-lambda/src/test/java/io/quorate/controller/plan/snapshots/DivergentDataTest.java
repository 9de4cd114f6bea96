package io.quorate.controller.plan.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.guards.Guards;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.request.Request;
import io.quorate.snapshot.ArchivedLog;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.GenerationSource;
import io.quorate.state.OldLog;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What is left of a generation that is over is compared with what was recovered of it; what holds
 * more is told until somebody acknowledges it.
 */
class DivergentDataTest {
  private static final String BACK = "i-2";

  /** Generation 2 serves; it began with a snapshot of generation 1 at term 2, index 55. */
  static ClusterFixture second() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    Bootstrap before = fixture.lineage.bootstrap().orElseThrow();
    Bootstrap next =
        new Bootstrap(
            new Generation(2),
            before.clusterToken(),
            before.clusterId(),
            List.of(before.voters().getFirst()),
            "n2",
            ClusterFixture.NOW,
            Optional.of(
                new GenerationSource(
                    Generation.FIRST,
                    RecoveryFixture.NEWER,
                    "00ff",
                    45,
                    1_000_000_045,
                    "recovery-1-n",
                    Optional.empty())));
    fixture.lineage = fixture.lineage.reseeding(next).committed();
    fixture.actors.values().forEach(node -> node.joined(next, ClusterFixture.memberOf(node)));
    return fixture;
  }

  static ArchivedLog log(long generation, long term, long index) {
    return new ArchivedLog(
        new Generation(generation), "recovery-1-n", "g1-abc", "disk-" + BACK, term, index);
  }

  static Plan seen(ClusterFixture fixture, ArchivedLog log) {
    NodeFixture node = fixture.node(BACK);
    node.report = node.report.archiving(log);
    Plan plan = fixture.plan();
    fixture.status = plan.status();
    return plan;
  }

  static Optional<String> told(Plan plan) {
    return plan.status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.DIVERGENT_DATA)
        .map(Condition::message)
        .findFirst();
  }

  private static List<OldLog.Fate> fates(Plan plan) {
    return plan.status().data().oldLogs().stream().map(OldLog::fate).toList();
  }

  @Test
  @Guards("DIVERGENT_DATA")
  void aLogThatEndsPastWhatWasRecoveredIsToldOf() {
    assertThat(told(seen(second(), log(1, 2, 56))))
        .hasValueSatisfying(
            words ->
                assertThat(words)
                    .contains(
                        "i-2 holds data of generation 1 on disk disk-i-2",
                        "archive/g1-abc",
                        "term 2 index 56",
                        "quorate recover acknowledge demo"));
    assertThat(told(seen(second(), log(1, 3, 1)))).as("a later term").isPresent();
  }

  @Test
  void whatWasRecoveredIsNotToldOf() {
    assertThat(told(seen(second(), log(1, 2, 55)))).isEmpty();
    assertThat(told(seen(second(), log(1, 1, 900)))).as("an earlier term").isEmpty();
    assertThat(told(seen(second(), log(1, 0, 0)))).as("an empty log").isEmpty();
    assertThat(told(seen(second(), log(2, 9, 900)))).as("the present generation").isEmpty();
  }

  @Test
  void whereNobodyKnowsWhatWasRecoveredItIsToldOf() {
    ClusterFixture fixture = second();
    RecoveryFixture.catalogue(fixture);

    assertThat(fates(seen(fixture, log(1, 1, 1)))).containsExactly(OldLog.Fate.DIVERGENT);
  }

  /** Later the snapshot may be gone from the catalogue. */
  @Test
  void itIsJudgedOnce() {
    ClusterFixture fixture = second();
    assertThat(fates(seen(fixture, log(1, 2, 55)))).containsExactly(OldLog.Fate.COVERED);
    RecoveryFixture.catalogue(fixture);

    assertThat(fates(seen(fixture, log(1, 2, 55)))).containsExactly(OldLog.Fate.COVERED);
  }

  @Test
  @Guards("DIVERGENT_DATA")
  void itStaysToldThoughTheNodeForgetsIt() {
    ClusterFixture fixture = second();
    seen(fixture, log(1, 2, 56));
    fixture.actors.remove(fixture.node(BACK).instance);

    assertThat(told(fixture.plan())).isPresent();
  }

  @Test
  @Guards("DIVERGENT_DATA")
  void anOperatorAcknowledgesItOnce() {
    ClusterFixture fixture = second();
    seen(fixture, log(1, 2, 56));
    RecoveryFixture.request(fixture);

    Plan plan = fixture.plan();

    assertThat(plan.decision())
        .isInstanceOfSatisfying(
            AnswerRequest.class,
            answer -> assertThat(answer.request().after().state()).isEqualTo(Request.State.DONE));
    assertThat(told(plan)).isEmpty();
    fixture.status = plan.status();
    assertThat(fates(seen(fixture, log(1, 2, 56)))).containsExactly(OldLog.Fate.ACKNOWLEDGED);
    assertThat(fates(seen(fixture, log(1, 2, 57)))).contains(OldLog.Fate.DIVERGENT);
  }

  @Test
  void whatAnOperatorRolledBackWasGivenUp() {
    ClusterFixture fixture = second();
    RecoveryFixture.recovery(
        fixture,
        Recovery.rollback(
            "recovery-1-n",
            ClusterFixture.UID,
            Generation.FIRST,
            new FencingToken(3),
            RecoverySource.of(RecoveryFixture.manifest(fixture, RecoveryFixture.NEWER, 45, 2, 55)),
            ClusterFixture.NOW));

    assertThat(OldLog.Fate.GIVEN_UP).isIn(fates(seen(fixture, log(1, 2, 56))));
  }
}
