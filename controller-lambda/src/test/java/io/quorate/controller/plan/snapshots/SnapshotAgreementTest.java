package io.quorate.controller.plan.snapshots;

import static io.quorate.controller.fixture.RecoveryFixture.NEWER;
import static io.quorate.controller.fixture.RecoveryFixture.OLDER;
import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.waitsNaming;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.Prerequisite;
import io.quorate.controller.decision.RecordAgreement;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotRecord.Agreement;
import io.quorate.spec.SnapshotPolicy;
import io.quorate.state.BucketUse;
import io.quorate.state.ComparisonRound;
import io.quorate.state.ComparisonRound.KeyHash;
import io.quorate.state.ComparisonRound.Result;
import io.quorate.state.DataComparison;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the comparisons of the voters' data say of snapshots; the fixture's are of i-1. */
public class SnapshotAgreementTest {
  /** A round of these voters compared at a revision; so many seconds ago it ended. */
  private static void compared(
      ClusterFixture fixture, long revision, long ago, Map<String, Long> hashes) {
    Map<MemberId, InstanceId> voters = new HashMap<>();
    hashes.keySet().forEach(id -> voters.put(fixture.member(id), new InstanceId(id)));
    var at = fixture.now.minusSeconds(ago);
    ComparisonRound round = ComparisonRound.begun("r", Optional.empty(), at, revision, voters);
    for (Map.Entry<String, Long> voter : hashes.entrySet()) {
      round = round.answered(fixture.member(voter.getKey()), new KeyHash(voter.getValue(), 12), at);
    }
    Result result = Set.copyOf(hashes.values()).size() > 1 ? Result.DIFFERS : Result.EQUAL;
    DataComparison next =
        fixture.status.tasks().comparison().ended(round.ended(result, "it ended", at));
    fixture.status = fixture.status.withTasks(fixture.status.tasks().withComparison(next));
  }

  private static void equal(ClusterFixture fixture, long revision) {
    compared(fixture, revision, 60, Map.of("i-1", 7L, "i-2", 7L, "i-3", 7L));
  }

  private static void differs(ClusterFixture fixture, String instance) {
    differs(fixture, instance, 3);
  }

  /** Half a minute ago one of so many voters was found to differ. */
  public static void differs(ClusterFixture fixture, String instance, int voters) {
    Map<String, Long> hashes = new HashMap<>();
    IntStream.rangeClosed(1, voters).mapToObj(i -> "i-" + i).forEach(id -> hashes.put(id, 7L));
    hashes.put(instance, 8L);
    compared(fixture, 48, 30, hashes);
  }

  private static List<Optional<Agreement>> agreements(ClusterFixture fixture) {
    return SnapshotAgreement.judged(fixture.view()).stream()
        .map(SnapshotRecord::agreement)
        .toList();
  }

  private static RecordAgreement recorded(ClusterFixture fixture) {
    assertThat(fixture.plan().decision()).isInstanceOf(RecordAgreement.class);
    return (RecordAgreement) fixture.plan().decision();
  }

  @Test
  void nothingIsKnownBeforeAComparison() {
    assertThat(agreements(RecoveryFixture.recorded()))
        .containsExactly(Optional.empty(), Optional.empty());
  }

  @Test
  @Guards({"RECORD_AGREEMENT", "RecordAgreement"})
  void anEqualRoundSpeaksForSnapshotsUpToItsRevision() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    equal(fixture, 44);

    assertThat(agreements(fixture)).containsExactly(Optional.of(Agreement.EQUAL), Optional.empty());
    SnapshotRecord older = fixture.records.snapshots().getFirst();
    RecordAgreement decision = recorded(fixture);
    assertThat(decision.lines())
        .containsExactly(CatalogueChange.replace(older, older.agreeing(Agreement.EQUAL)));
    assertThat(decision.prerequisite()).isEmpty();
  }

  @Test
  void anEqualRoundWithoutTheVoterSaysNothingOfItsSnapshots() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    compared(fixture, 60, 60, Map.of("i-2", 7L, "i-3", 7L));

    assertThat(agreements(fixture)).containsOnly(Optional.empty());
  }

  @Test
  @Guards({"RECORD_AGREEMENT", "RecordAgreement"})
  void whatANamedVoterGaveSinceTheLastEqualRoundDiffers() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    equal(fixture, 44);
    differs(fixture, "i-1");

    assertThat(agreements(fixture))
        .containsExactly(Optional.of(Agreement.EQUAL), Optional.of(Agreement.DIFFERS));
    RecordAgreement decision = recorded(fixture);
    assertThat(decision.lines()).hasSize(1);
    assertThat(decision.lines().getFirst().id()).isEqualTo(NEWER);
    assertThat(decision.prerequisite())
        .hasValueSatisfying(
            mark -> assertThat(((Prerequisite.MarkDiffering) mark).snapshot()).isEqualTo(NEWER));
  }

  @Test
  void withoutAnEqualRoundAllOfANamedVoterDiffer() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    differs(fixture, "i-1");

    assertThat(agreements(fixture)).containsOnly(Optional.of(Agreement.DIFFERS));
  }

  @Test
  void aDifferenceOfAnotherVoterSaysNothing() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    differs(fixture, "i-3");

    assertThat(agreements(fixture)).containsOnly(Optional.empty());
  }

  @Test
  void withoutAMajorityNobodyIsNamed() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    compared(fixture, 48, 30, Map.of("i-1", 7L, "i-2", 8L, "i-3", 9L));

    assertThat(agreements(fixture)).containsOnly(Optional.empty());
  }

  /** The member is replaced and all are equal again; its snapshots stay what they are. */
  @Test
  void whatTheCatalogueTellsStays() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    SnapshotRecord differing = fixture.records.snapshots().getLast().agreeing(Agreement.DIFFERS);
    RecoveryFixture.line(fixture, differing);
    equal(fixture, 60);

    assertThat(agreements(fixture))
        .containsExactly(Optional.of(Agreement.EQUAL), Optional.of(Agreement.DIFFERS));
  }

  @Test
  void whileTheBucketIsAwayNothingIsRecordedAsDiffering() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    differs(fixture, "i-1");
    var tasks = fixture.status.tasks();
    fixture.status =
        fixture.status.withTasks(
            tasks.withBucket(
                tasks.bucket().failed(BucketUse.SNAPSHOTS, "STORE_AWAY", fixture.now)));

    assertThat(fixture.plan().decision()).isNotInstanceOf(RecordAgreement.class);
    assertThat(agreements(fixture)).containsOnly(Optional.of(Agreement.DIFFERS));
  }

  @Test
  @Guards("RECOVER")
  void aRecoveryPassesOverWhatDiffers() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    equal(fixture, 44);
    differs(fixture, "i-1");

    assertThat(advance(fixture).source())
        .hasValueSatisfying(source -> assertThat(source.snapshot()).isEqualTo(OLDER));
  }

  @Test
  @Guards("RECOVER")
  void whatDiffersAloneIsNeverRestoredByItself() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    fixture.records.snapshots().stream()
        .map(record -> record.agreeing(Agreement.DIFFERS))
        .toList()
        .forEach(record -> RecoveryFixture.line(fixture, record));

    waitsNaming(fixture, "quorate recover plan demo --snapshot " + NEWER);
  }

  @Test
  @Guards("RECOVER")
  void aVerdictThatComesDuringATrialEndsIt() {
    ClusterFixture fixture = RecoveryFixture.onTrial();
    assertThat(RecoveryFixture.recovery(fixture).source().orElseThrow().snapshot())
        .isEqualTo(NEWER);
    RecoveryFixture.line(
        fixture, fixture.records.snapshots().getLast().agreeing(Agreement.DIFFERS));

    advance(fixture);
    fixture.now = fixture.now.plusSeconds(1);

    assertThat(advance(fixture).source())
        .hasValueSatisfying(source -> assertThat(source.snapshot()).isEqualTo(OLDER));
  }

  @Test
  void noSnapshotIsTakenFromAVoterThatDiffers() {
    SnapshotFixture snapshots = SnapshotFixture.of(3);
    ClusterFixture fixture = snapshots.cluster;
    assertThat(executor(fixture, CommandKind.TAKE_SNAPSHOT)).isEqualTo("i-2");
    differs(fixture, "i-2");

    assertThat(executor(fixture, CommandKind.TAKE_SNAPSHOT)).isEqualTo("i-3");
    assertThat(executor(fixture, CommandKind.VERIFY_SNAPSHOT)).isEqualTo("i-2");
  }

  private static String executor(ClusterFixture fixture, CommandKind kind) {
    return MaintenanceExecutors.choose(
            ClusterStates.of(fixture.view()), kind, true, instance -> true)
        .orElseThrow()
        .heartbeat()
        .instance()
        .value();
  }

  @Test
  void anotherSnapshotIsDueAtOnceWhereTheNewestDiffers() {
    SnapshotFixture snapshots =
        SnapshotFixture.of(3).catalogue(SnapshotFixture.verified(Duration.ofMinutes(5), 45));
    assertThat(SnapshotDue.take(ClusterStates.of(snapshots.cluster.view()))).isEmpty();

    snapshots.catalogue(
        SnapshotFixture.verified(Duration.ofMinutes(5), 45).agreeing(Agreement.DIFFERS));

    ClusterState clusterState = ClusterStates.of(snapshots.cluster.view());
    assertThat(SnapshotDue.take(clusterState)).isPresent();
    assertThat(Catalogue.of(clusterState).newestVerified())
        .as("no log is covered by it (I6)")
        .isEmpty();
  }

  @Test
  void retentionKeepsAnOlderRightOneBesideANewerThatDiffers() {
    SnapshotRecord right = SnapshotFixture.verified(Duration.ofDays(3), 30);
    SnapshotRecord differing =
        SnapshotFixture.verified(Duration.ofDays(2), 45).agreeing(Agreement.DIFFERS);

    assertThat(
            Retention.toDelete(
                List.of(right, differing),
                new SnapshotPolicy.Keep(1, 0, 0, 0, Optional.empty()),
                Set.of(),
                ClusterFixture.NOW))
        .containsExactly(differing);
  }
}
