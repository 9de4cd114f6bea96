package io.quorate.controller.plan.recovery;

import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.commit;
import static io.quorate.controller.fixture.RecoveryFixture.condition;
import static io.quorate.controller.fixture.RecoveryFixture.recovery;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.TerminateAtEc2;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.view.GroupView;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.Fenced;
import io.quorate.state.NodeReport;
import io.quorate.state.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A cluster whose group wants no instance is put to rest, and comes back with all of its data. */
@Guards({"RECOVER", "HIBERNATES"})
class HibernationTest {
  private static final Set<String> ABLE =
      Set.of(Recovery.ABILITY, Recovery.FENCING_ABILITY, Recovery.HIBERNATION_ABILITY);

  /** Three healthy voters of a group that wants none. */
  private static ClusterFixture unwanted() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture
        .actors
        .values()
        .forEach(
            node ->
                node.report =
                    report(
                        new DataHolding(
                            DataHolding.State.DATA, Optional.empty(), "disk-" + node.instance),
                        Optional.empty(),
                        Optional.empty()));
    // What a quorum has proved becomes known with the first plan.
    fixture.status = fixture.plan().status();
    fixture.desired = 0;
    return fixture;
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

  private static ClusterFixture begun() {
    ClusterFixture fixture = unwanted();
    Recovery begun = advance(fixture);
    assertThat(begun.state()).isEqualTo(Recovery.State.FENCING);
    assertThat(begun.action()).isEqualTo(Recovery.Action.HIBERNATE);
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

  private static void ends(
      ClusterFixture fixture,
      InstanceId instance,
      String id,
      CommandKind kind,
      Outcome.Result result,
      Map<String, Object> values) {
    NodeFixture node = fixture.node(instance.value());
    node.stateVersion++;
    node.report =
        report(
            node.report.holds().orElseThrow(),
            node.report.fenced(),
            Optional.of(new Outcome(id, 1, kind, result, "so", values)));
  }

  private static void trialEnds(
      ClusterFixture fixture, Outcome.Result result, Map<String, Object> values) {
    Recovery recovery = recovery(fixture);
    RecoveryFixture.bucketListed(fixture);
    ends(
        fixture,
        recovery.trial().orElseThrow().candidate(),
        recovery.trialId().orElseThrow(),
        CommandKind.VERIFY_SNAPSHOT,
        result,
        values);
  }

  /** Everyone is fenced, and a directory was made a snapshot that a node tries. */
  private static ClusterFixture onTrial() {
    ClusterFixture fixture = begun();
    List.of("i-1", "i-2", "i-3").forEach(instance -> fence(fixture, instance));
    Salvage open = advance(fixture).openSalvage().orElseThrow();
    SnapshotManifest manifest = RecoveryFixture.manifest(fixture, open.snapshot(), 50, 2, 60);
    ends(
        fixture,
        open.instance(),
        recovery(fixture).salvageId(open),
        CommandKind.TAKE_SNAPSHOT,
        Outcome.Result.DONE,
        Codecs.MANIFEST.write(manifest));
    AdvanceRecovery made = (AdvanceRecovery) fixture.plan().decision();
    List<SnapshotRecord> lines = new ArrayList<>(fixture.records.snapshots());
    lines.add(made.snapshot().orElseThrow());
    RecoveryFixture.catalogue(fixture, lines.toArray(SnapshotRecord[]::new));
    recovery(fixture, made.next());
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.TRIAL);
    return fixture;
  }

  private static ClusterFixture hibernated() {
    ClusterFixture fixture = onTrial();
    trialEnds(fixture, Outcome.Result.DONE, Map.of("restoreMillis", 400L, "revision", 50L));
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.HIBERNATED);
    return fixture;
  }

  /** All are gone, and the group launches others. */
  private static ClusterFixture wanted() {
    ClusterFixture fixture = hibernated();
    List.of("i-1", "i-2", "i-3").forEach(fixture::terminate);
    fixture.desired = 3;
    return fixture;
  }

  private static ClusterFixture waking() {
    ClusterFixture fixture = wanted();
    RecoveryFixture.waiting(fixture.launch("i-4"), DataHolding.Cause.NEVER);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.GATHERED);
    return fixture;
  }

  @Test
  void everyoneIsStoppedOnceTheGroupWantsNone() {
    ClusterFixture fixture = begun();

    assertThat(fixture.plan().status().conditions().stream().map(Condition::type))
        .contains(Condition.Type.HIBERNATES)
        .doesNotContain(Condition.Type.RECOVERY_RUNS, Condition.Type.NO_QUORUM);
  }

  @Test
  void whatReachesFarthestIsSalvagedAndTriedBeforeAnybodyGoes() {
    ClusterFixture fixture = onTrial();

    assertThat(recovery(fixture).salvagedOn(recovery(fixture).source().orElseThrow().snapshot()))
        .isPresent();
    assertThat(fixture.plan().decision())
        .isNotInstanceOfAny(RecordTermination.class, TerminateAtEc2.class, CommitRecovery.class);
  }

  @Test
  @Guards("TerminateAtEc2")
  void theInstancesGoOneByOneOnceTheSnapshotIsProved() {
    ClusterFixture fixture = hibernated();
    assertThat(fixture.records.snapshots())
        .filteredOn(line -> line.state() == SnapshotRecord.State.VERIFIED)
        .extracting(SnapshotRecord::id)
        .containsExactly(recovery(fixture).source().orElseThrow().snapshot());
    for (String instance : List.of("i-1", "i-2", "i-3")) {
      Plan plan = fixture.plan();
      assertThat(plan.decision())
          .isInstanceOfSatisfying(
              RecordTermination.class,
              mark -> assertThat(mark.termination().instance().value()).isEqualTo(instance));
      fixture.status = plan.status();
    }
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(TerminateAtEc2.class);
    fixture.status = plan.status();
    assertThat(((TerminateAtEc2) fixture.plan().decision()).termination().instance().value())
        .isEqualTo("i-2");
  }

  @Test
  void atRestNothingIsToldOfMembers() {
    ClusterFixture fixture = hibernated();
    List.of("i-1", "i-2", "i-3").forEach(fixture::terminate);
    fixture.now = fixture.now.plus(Duration.ofHours(30));

    Plan plan = fixture.plan();

    assertThat(plan.decision().changes()).isFalse();
    assertThat(plan.status().phase()).isEqualTo(Phase.HIBERNATED);
    assertThat(plan.status().conditions().stream().map(Condition::type))
        .as("the fixture's bucket has no mirror of the lineage")
        .containsExactly(Condition.Type.HIBERNATES, Condition.Type.LINEAGE_NOT_MIRRORED);
    assertThat(condition(fixture, Condition.Type.HIBERNATES))
        .hasValueSatisfying(
            how ->
                assertThat(how).contains("holds all data", "set-desired-capacity", "capacity 3"));
  }

  @Test
  void aGroupThatCannotBeReadWakesNobodyAndEndsNobody() {
    ClusterFixture fixture = onTrial();
    trialEnds(fixture, Outcome.Result.DONE, RecoveryFixture.GOOD);
    fixture.groupInstead = Optional.of(new GroupView.Unknown("throttled"));
    assertThat(fixture.plan().decision().changes()).isFalse();

    ClusterFixture rests = hibernated();
    rests.groupInstead = Optional.of(new GroupView.Unknown("throttled"));
    assertThat(rests.plan().decision().changes()).isFalse();
  }

  @Test
  void itComesBackWithTheSameSnapshotAndNoLoss() {
    ClusterFixture fixture = waking();
    Recovery trial = advance(fixture);
    assertThat(trial.state()).isEqualTo(Recovery.State.TRIAL);
    assertThat(trial.salvagedOn(trial.source().orElseThrow().snapshot())).isPresent();
    trialEnds(fixture, Outcome.Result.DONE, Map.of("restoreMillis", 400L, "revision", 50L));

    CommitRecovery commit = commit(fixture);
    assertThat(commit.bootstrap().source().orElseThrow().forkRevision()).isEqualTo(50);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.SEEDING);
    RecoveryFixture.seederServes(fixture);
    Recovery over = advance(fixture);

    assertThat(over.state()).isEqualTo(Recovery.State.ENDED);
    assertThat(condition(fixture, Condition.Type.DATA_RESTORED)).isEmpty();
  }

  @Test
  void itWaitsForANodeThatCanRestoreBeforeItWakes() {
    ClusterFixture fixture = wanted();
    assertThat(fixture.plan().decision().changes()).isFalse();
    assertThat(condition(fixture, Condition.Type.RECOVERY_WAITS)).isEmpty();
  }

  @Test
  void whoIsWantedAgainBeforeTheEndBeginsTheNextGenerationAtOnce() {
    ClusterFixture fixture = onTrial();
    fixture.desired = 3;
    trialEnds(fixture, Outcome.Result.DONE, Map.of("restoreMillis", 400L, "revision", 50L));

    assertThat(commit(fixture).bootstrap().voters().getFirst().instance().value()).startsWith("i-");
  }

  @Test
  void aSnapshotThatIsProvedBadMakesItALossLikeOthers() {
    ClusterFixture fixture = waking();
    advance(fixture);
    trialEnds(fixture, Outcome.Result.FAILED, Map.of("verdict", "BAD"));
    advance(fixture);

    assertThat(advance(fixture).action()).isEqualTo(Recovery.Action.RESEED);
    assertThat(condition(fixture, Condition.Type.RECOVERY_RUNS)).isPresent();
  }

  @Test
  void aSnapshotThatCannotBeReadMakesItALossThatAnOperatorDecidesOn() {
    ClusterFixture fixture = waking();
    for (int tries = 0; tries < 3; tries++) {
      assertThat(advance(fixture).state()).isEqualTo(Recovery.State.TRIAL);
      trialEnds(fixture, Outcome.Result.FAILED, Map.of("failure", "OBJECT_MISSING"));
      assertThat(advance(fixture).action()).isEqualTo(Recovery.Action.HIBERNATE);
      fixture.after(Duration.ofMinutes(6));
    }

    assertThat(advance(fixture).action()).isEqualTo(Recovery.Action.RESEED);
    assertThat(condition(fixture, Condition.Type.SOURCE_UNREADABLE))
        .hasValueSatisfying(why -> assertThat(why).contains("quorate recover approve demo"));
  }

  @Test
  void tooFewVotersWithTheirDataMakeItALoss() {
    ClusterFixture fixture = begun();
    fixture.terminate("i-1").terminate("i-2");
    fence(fixture, "i-3");

    assertThat(advance(fixture).action()).isEqualTo(Recovery.Action.RESEED);
  }

  @Test
  void oneVoterLessIsNoLoss() {
    ClusterFixture fixture = begun();
    fixture.terminate("i-1");
    fence(fixture, "i-2");
    fence(fixture, "i-3");

    Recovery next = advance(fixture);

    assertThat(next.action()).isEqualTo(Recovery.Action.HIBERNATE);
    assertThat(next.openSalvage()).isPresent();
  }

  @Test
  @Guards("CAPACITY_BELOW_MEMBERS")
  void whoCannotBeFencedKeepsAllAndIsNamed() {
    ClusterFixture silent = unwanted().silence("i-2");
    assertThat(silent.plan().decision()).isNotInstanceOf(AdvanceRecovery.class);
    assertThat(condition(silent, Condition.Type.CAPACITY_BELOW_MEMBERS))
        .hasValueSatisfying(why -> assertThat(why).contains("i-2 cannot be fenced now"));

    ClusterFixture older = unwanted();
    NodeFixture node = older.node("i-3");
    node.report =
        new NodeReport(
            Set.of(Recovery.ABILITY, Recovery.FENCING_ABILITY),
            node.report.holds(),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.empty(),
            Optional.empty());
    assertThat(older.plan().decision().changes()).isFalse();
    assertThat(condition(older, Condition.Type.CAPACITY_BELOW_MEMBERS))
        .hasValueSatisfying(why -> assertThat(why).contains("does not know how to hibernate"));
  }
}
