package io.quorate.controller.plan.recovery;

import static io.quorate.controller.fixture.RecoveryFixture.NEWER;
import static io.quorate.controller.fixture.RecoveryFixture.OLDER;
import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.commit;
import static io.quorate.controller.fixture.RecoveryFixture.condition;
import static io.quorate.controller.fixture.RecoveryFixture.recovery;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.Fenced;
import io.quorate.state.NodeReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An operator rolls a healthy cluster back: everyone is fenced first, then the snapshot begins. */
class RollbackTest {
  private static final Set<String> ABLE = Set.of(Recovery.ABILITY, Recovery.FENCING_ABILITY);

  /** Three healthy voters; the older snapshot was restored once to prove it. */
  private static ClusterFixture healthy() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.actors.values().forEach(RollbackTest::able);
    SnapshotRecord older =
        SnapshotRecord.taken(RecoveryFixture.manifest(fixture, OLDER, 30, 2, 40))
            .verifiedBy(new SnapshotRecord.Verified(ClusterFixture.NOW, 400));
    RecoveryFixture.line(fixture, older);
    return fixture;
  }

  private static void able(NodeFixture node) {
    node.report =
        report(
            new DataHolding(DataHolding.State.DATA, Optional.empty(), "disk-" + node.instance),
            Optional.empty(),
            Optional.empty());
  }

  private static NodeReport report(
      DataHolding holds, Optional<Fenced> fenced, Optional<Outcome> outcome) {
    return new NodeReport(
        ABLE,
        Optional.of(holds),
        false,
        fenced,
        outcome,
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty());
  }

  private static void asks(ClusterFixture fixture, String snapshot, String hash) {
    asks(fixture, Map.of("snapshot", snapshot, "hash", hash));
  }

  private static void asks(ClusterFixture fixture, Map<String, String> arguments) {
    ClusterRecords records = fixture.records;
    fixture.records =
        new ClusterRecords(
            records.taskSlots(),
            List.of(
                Request.open(
                    "000001767323045678-a1",
                    RequestKind.RESTORE_SNAPSHOT,
                    arguments,
                    "someone",
                    fixture.now)),
            records.snapshots(),
            records.bucket(),
            records.recovery());
  }

  private static String hash(ClusterFixture fixture) {
    return Rollback.to(ClusterStates.of(fixture.view()), OLDER.value()).orElseThrow().hash();
  }

  private static ClusterFixture begun() {
    ClusterFixture fixture = healthy();
    asks(fixture, OLDER.value(), hash(fixture));
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);
    fixture.records =
        new ClusterRecords(
            Map.of(),
            List.of(),
            fixture.records.snapshots(),
            fixture.records.bucket(),
            fixture.records.recovery());
    return fixture;
  }

  private static void fence(ClusterFixture fixture, String instance) {
    NodeFixture node = fixture.node(instance);
    node.stateVersion++;
    node.data = DataState.SUPERSEDED;
    node.answering = false;
    node.quorumProven = false;
    node.report =
        report(
            new DataHolding(DataHolding.State.UNKNOWN, Optional.empty(), "disk-" + instance),
            Optional.of(
                new Fenced(
                    Generation.FIRST, recovery(fixture).id(), node.incarnationNonce(), 2, 60)),
            Optional.empty());
  }

  private static ClusterFixture onTrial() {
    ClusterFixture fixture = begun();
    List.of("i-1", "i-2", "i-3").forEach(instance -> fence(fixture, instance));
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.TRIAL);
    return fixture;
  }

  private static void trialEnds(
      ClusterFixture fixture, Outcome.Result result, Map<String, Object> values) {
    NodeFixture node = RecoveryFixture.candidate(fixture);
    node.stateVersion++;
    node.report =
        report(
            node.report.holds().orElseThrow(),
            node.report.fenced(),
            Optional.of(
                new Outcome(
                    recovery(fixture).trialId().orElseThrow(),
                    1,
                    CommandKind.VERIFY_SNAPSHOT,
                    result,
                    "so",
                    values)));
  }

  private static void refused(ClusterFixture fixture, String why) {
    Decision decision = fixture.plan().decision();
    assertThat(decision).isInstanceOf(AnswerRequest.class);
    assertThat(decision.reason().message()).contains(why);
  }

  @Test
  @Guards("ANSWER_RECOVERY_REQUEST")
  void theNamedSnapshotBeginsTheNextGenerationOnceEveryoneIsFenced() {
    ClusterFixture fixture = onTrial();
    assertThat(recovery(fixture).source().orElseThrow().snapshot()).isEqualTo(OLDER);
    assertThat(condition(fixture, Condition.Type.RECOVERY_RUNS))
        .hasValueSatisfying(why -> assertThat(why).contains("an operator rolls generation 1 back"));

    trialEnds(fixture, Outcome.Result.DONE, Map.of("restoreMillis", 400L, "revision", 30L));
    CommitRecovery commit = commit(fixture);

    assertThat(commit.bootstrap().generation()).isEqualTo(new Generation(2));
    assertThat(commit.bootstrap().source().orElseThrow().forkRevision()).isEqualTo(30);
    assertThat(fixture.lineage.ancestors())
        .as("a later loss does not bring back what was given up")
        .anySatisfy(fork -> assertThat(fork.forkRevision()).isEqualTo(30));
  }

  @Test
  void leasesThatEndedSinceTheSnapshotEnd() {
    Recovery begun = recovery(begun());

    assertThat(begun.leasesRenewedUntil())
        .contains(begun.source().orElseThrow().takenAt())
        .hasValueSatisfying(until -> assertThat(until).isBefore(begun.since()));
  }

  @Test
  void leasesComeBackWhereTheOperatorAsksForIt() {
    ClusterFixture fixture = healthy();
    asks(fixture, Map.of("snapshot", OLDER.value(), "hash", hash(fixture), "keepLeases", "true"));

    Recovery begun = advance(fixture);

    assertThat(begun.state()).isEqualTo(Recovery.State.FENCING);
    assertThat(begun.leasesRenewedUntil()).isEmpty();
  }

  @Test
  void aQuorumThatStillServesCallsNothingOff() {
    ClusterFixture fixture = begun();
    fence(fixture, "i-3");

    Decision decision = fixture.plan().decision();

    assertThat(decision).isNotInstanceOfAny(AdvanceRecovery.class, CommitRecovery.class);
    assertThat(recovery(fixture).state()).isEqualTo(Recovery.State.FENCING);
    assertThat(condition(fixture, Condition.Type.RECOVERY_RUNS))
        .hasValueSatisfying(why -> assertThat(why).contains("i-1", "i-2").doesNotContain("i-3"));
    fixture.now = fixture.now.plus(Duration.ofMinutes(5));
    assertThat(condition(fixture, Condition.Type.RECOVERY_WAITS))
        .as("whom nobody awaits for ever in silence")
        .hasValueSatisfying(why -> assertThat(why).contains("i-1", "i-2").doesNotContain("i-3:"));
  }

  @Test
  void aSnapshotThatProvesBadLosesNothing() {
    ClusterFixture fixture = onTrial();
    trialEnds(fixture, Outcome.Result.FAILED, Map.of("verdict", "BAD"));
    Recovery passed = advance(fixture);
    assertThat(passed.passedOver()).hasSize(1);
    assertThat(passed.rollsBack()).isFalse();

    assertThat(advance(fixture).openSalvage())
        .as("what was fenced reaches farther than every snapshot")
        .isPresent();
  }

  @Test
  @Guards("ANSWER_RECOVERY_REQUEST")
  void withoutTheHashOfThisPlanNothingBegins() {
    ClusterFixture fixture = healthy();
    asks(fixture, OLDER.value(), "0123456789ab");
    refused(fixture, "quorate restore demo --snapshot " + OLDER);
  }

  @Test
  void theHashChangesWithTheHoldersAndNotWithTime() {
    ClusterFixture fixture = healthy();
    String hash = hash(fixture);
    assertThat(hash).hasSize(12);
    assertThat(hash(healthy().after(Duration.ofSeconds(1)))).isEqualTo(hash);
    assertThat(hash(fixture.terminate("i-3"))).isNotEqualTo(hash);
  }

  @Test
  @Guards("ANSWER_RECOVERY_REQUEST")
  void whatWasNeverRestoredIsRefused() {
    ClusterFixture fixture = healthy();
    asks(fixture, NEWER.value(), "any");
    refused(fixture, "expected VERIFIED");
  }

  @Test
  void whatTheCatalogueDoesNotListIsRefused() {
    ClusterFixture fixture = healthy();
    asks(fixture, "no-such", "any");
    refused(fixture, "no snapshot 'no-such'");
  }

  @Test
  @Guards("ANSWER_RECOVERY_REQUEST")
  void aHolderThatIsSilentIsNamed() {
    ClusterFixture fixture = healthy();
    String hash = hash(fixture);
    asks(fixture, OLDER.value(), hash);
    refused(fixture.silence("i-2"), "i-2 cannot be fenced now");
  }

  @Test
  void anAgentThatDoesNotKnowHowIsNamed() {
    ClusterFixture fixture = healthy();
    fixture.node("i-2").report = NodeReport.NOTHING;
    asks(fixture, OLDER.value(), hash(fixture));
    refused(fixture, "i-2 cannot be fenced now");
  }

  @Test
  void besideARecoveryNothingIsAnswered() {
    ClusterFixture fixture = begun();
    asks(fixture, OLDER.value(), hash(fixture));
    assertThat(fixture.plan().decision()).isNotInstanceOf(AdvanceRecovery.class);
  }
}
