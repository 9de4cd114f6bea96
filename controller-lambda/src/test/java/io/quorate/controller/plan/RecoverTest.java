package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.IssueInstruction;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.view.InstanceState;
import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.Outcome;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.DataHolders;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.GenerationSource;
import io.quorate.state.NodeReport;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster whose data is lost everywhere comes back from a snapshot, and only then. */
class RecoverTest {
  private static final Map<String, Object> GOOD = Map.of("restoreMillis", 400L, "revision", 45L);

  /** Takes the record as the plan leaves it. */
  private static Recovery advance(ClusterFixture fixture) {
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(AdvanceRecovery.class);
    AdvanceRecovery advance = (AdvanceRecovery) plan.decision();
    fixture.status = plan.status();
    advance.snapshot().ifPresent(line -> RecoveryFixture.line(fixture, line));
    RecoveryFixture.recovery(fixture, advance.next());
    return advance.next();
  }

  private static ClusterFixture onTrial() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    advance(fixture);
    return fixture;
  }

  private static CommitRecovery commit(ClusterFixture fixture) {
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(CommitRecovery.class);
    CommitRecovery commit = (CommitRecovery) plan.decision();
    fixture.status = plan.status();
    fixture.lineage = fixture.lineage.reseeding(commit.bootstrap()).committed();
    RecoveryFixture.recovery(fixture, commit.next());
    return commit;
  }

  /** The generation is final, and the seeder has not started it. */
  private static ClusterFixture seeding() {
    ClusterFixture fixture = onTrial();
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    commit(fixture);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.SEEDING);
    return fixture;
  }

  private static void seederServes(ClusterFixture fixture) {
    Bootstrap bootstrap = fixture.lineage.bootstrap().orElseThrow();
    NodeFixture seeder = RecoveryFixture.candidate(fixture);
    seeder.joined(bootstrap, bootstrap.voters().getFirst().memberId());
    seeder.report =
        RecoveryFixture.report(
            new DataHolding(
                DataHolding.State.DATA, Optional.empty(), "disk-" + seeder.instance),
            Optional.empty());
    fixture.listed.clear();
    fixture.listed.add(
        new io.quorate.state.MemberEntry(
            bootstrap.voters().getFirst().memberId(),
            seeder.instance.value(),
            java.util.List.of(seeder.endpoints().peerUrl()),
            false));
  }

  private static Optional<String> condition(ClusterFixture fixture, Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(held -> held.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  private static void waitsNaming(ClusterFixture fixture, String named) {
    Decision decision = fixture.plan().decision();
    assertThat(decision).isNotInstanceOfAny(AdvanceRecovery.class, CommitRecovery.class);
    assertThat(condition(fixture, Condition.Type.RECOVERY_WAITS))
        .hasValueSatisfying(why -> assertThat(why).contains(named));
  }

  @Test
  void everythingLostBeginsWithATrialOfTheNewestSnapshot() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();

    Recovery begun = advance(fixture);

    assertThat(begun.state()).isEqualTo(Recovery.State.TRIAL);
    assertThat(begun.source())
        .hasValueSatisfying(it -> assertThat(it.snapshot()).isEqualTo(RecoveryFixture.NEWER));
    assertThat(begun.holders())
        .containsOnlyKeys(new InstanceId("i-1"), new InstanceId("i-2"), new InstanceId("i-3"));
    assertThat(condition(fixture, Condition.Type.RECOVERY_RUNS)).isPresent();
    assertThat(fixture.plan().decision()).as("the trial runs").isInstanceOf(NoOp.class);
  }

  @Test
  void itsSourceIsPinnedAgainstTheRetention() {
    ClusterFixture fixture = onTrial();

    assertThat(fixture.records.snapshots())
        .filteredOn(line -> line.id().equals(RecoveryFixture.NEWER))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line.pinnedBy()).contains(RecoveryFixture.recovery(fixture).id()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RUNNING", "STOPPED", "SHUTTING_DOWN", "UNKNOWN"})
  void oneHolderThatIsNotGoneIsNamedAndNothingBegins(String state) {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    fixture.instances.put(new InstanceId("i-2"), InstanceState.valueOf(state));

    waitsNaming(fixture, "i-2: its agent is silent");
  }

  @Test
  void withoutASnapshotTheClusterNeverBeginsEmpty() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    RecoveryFixture.catalogue(fixture);

    waitsNaming(fixture, "no snapshot can be restored");
  }

  @Test
  void withoutARecordOfHoldersNothingBegins() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    fixture.status = fixture.status.withData(DataHolders.UNRECORDED);

    waitsNaming(fixture, "no record tells who was let have data");
  }

  @Test
  void withoutANodeThatKnowsHowNothingBegins() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    for (String instance : java.util.List.of("i-4", "i-5", "i-6")) {
      NodeReport told = fixture.node(instance).report;
      fixture.node(instance).report =
          new NodeReport(
              java.util.Set.of(),
              told.holds(),
              false,
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              0,
              Optional.empty(),
              Optional.empty());
    }

    waitsNaming(fixture, "no node can restore");
  }

  @Test
  void aHealthyClusterAndOneWithoutItsQuorumRecoverNothing() {
    assertThat(RecoveryFixture.recorded().plan().decision()).isInstanceOf(NoOp.class);

    ClusterFixture silent = RecoveryFixture.recorded();
    java.util.List.of("i-1", "i-2", "i-3").forEach(silent::silence);
    assertThat(condition(silent, Condition.Type.RECOVERY_WAITS)).isEmpty();
    assertThat(silent.plan().decision()).isNotInstanceOf(AdvanceRecovery.class);
  }

  /** Nodes that were told to begin, and have not yet, are not lost. */
  @Test
  void aBootstrapThatHasNotBegunIsNoLoss() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    for (NodeFixture node : fixture.actors.values()) {
      fixture.knowsNothing(node.instance.value());
      node.data = DataState.NONE;
      node.seenGeneration = Generation.UNBOOTSTRAPPED;
      RecoveryFixture.waiting(node, DataHolding.Cause.NEVER);
    }

    assertThat(fixture.plan().decision()).isNotInstanceOf(AdvanceRecovery.class);
    assertThat(condition(fixture, Condition.Type.RECOVERY_WAITS)).isEmpty();
  }

  @Test
  void aGoodTrialCommitsTheNextGenerationAboveAllThatWasSeen() {
    ClusterFixture fixture = onTrial();
    InstanceId candidate = RecoveryFixture.candidate(fixture).instance;
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);

    Map<InstanceId, HeartbeatVersion> evidence = fixture.plan().heartbeatEvidence();
    CommitRecovery commit = commit(fixture);

    Bootstrap next = commit.bootstrap();
    GenerationSource source = next.source().orElseThrow();
    assertThat(next.generation()).isEqualTo(new Generation(2));
    assertThat(next.voters()).singleElement().satisfies(
        voter -> assertThat(voter.instance()).isEqualTo(candidate));
    assertThat(next.clusterToken()).isNotEqualTo(ClusterFixture.TOKEN);
    assertThat(source.parent()).isEqualTo(Generation.FIRST);
    assertThat(source.forkRevision()).isEqualTo(45);
    assertThat(source.targetRevision()).as("all reported 50").isEqualTo(50 + 1_000_000_000L);
    assertThat(evidence.get(candidate)).isNotNull();
    assertThat(java.util.Objects.requireNonNull(evidence.get(candidate)).now()).isTrue();
    assertThat(fixture.status.data().holders().get(candidate))
        .as("recorded before it can have data")
        .satisfies(holder -> assertThat(holder.generation()).isEqualTo(new Generation(2)));
  }

  @Test
  void whatWasOpenInTheLostGenerationIsClosed() {
    ClusterFixture fixture = RecoveryFixture.everythingLost().open(InstructionKind.JOIN, "i-5");
    advance(fixture);
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);

    commit(fixture);

    assertThat(fixture.status.operation()).isEmpty();
  }

  /** A holder that turns out not to be gone while the trial runs keeps it from being committed. */
  @Test
  void aGoodTrialIsNotCommittedOnProofsThatNoLongerHold() {
    ClusterFixture fixture = onTrial();
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    fixture.lifecycles.put(new InstanceId("i-9"), "InService");

    waitsNaming(fixture, "i-9");
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  /** The evidence of one who holds none is its heartbeat of this turn. */
  @Test
  void theWordOfOneWhoHoldsNoneIsEvidence() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    fixture.instances.put(new InstanceId("i-3"), InstanceState.RUNNING);
    fixture.lifecycles.put(new InstanceId("i-3"), "InService");
    NodeFixture wiped = RecoveryFixture.waiting(fixture.node("i-3"), DataHolding.Cause.LOST);
    wiped.data = DataState.LOST;
    wiped.stillFor = Duration.ZERO;
    wiped.stillTurns = 0;
    advance(fixture);
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);

    Map<InstanceId, HeartbeatVersion> evidence = fixture.plan().heartbeatEvidence();

    assertThat(evidence).containsKey(wiped.instance);
    assertThat(java.util.Objects.requireNonNull(evidence.get(wiped.instance)).now()).isTrue();
  }

  @Test
  void onlyAVerdictOfBadPassesASourceOver() {
    ClusterFixture fixture = onTrial();
    RecoveryFixture.trialEnds(
        fixture, Outcome.Result.FAILED, "its SHA-256 is another", Map.of("verdict", "BAD"));

    Recovery passed = advance(fixture);
    assertThat(passed.passedOver()).extracting(bad -> bad.snapshot())
        .containsExactly(RecoveryFixture.NEWER);
    assertThat(fixture.records.snapshots())
        .filteredOn(line -> line.id().equals(RecoveryFixture.NEWER))
        .extracting(SnapshotRecord::state)
        .containsExactly(SnapshotRecord.State.FAILED);
    assertThat(advance(fixture).source())
        .hasValueSatisfying(it -> assertThat(it.snapshot()).isEqualTo(RecoveryFixture.OLDER));
  }

  /** A full disk or a bucket that is away says nothing about the newest snapshot. */
  @ParameterizedTest
  @ValueSource(strings = {"DISK_FULL", "STORE_AWAY", "ACCESS_DENIED", "ETCD", "OTHER"})
  void aTrialThatCouldNotBeMadeIsTriedAgainWithTheSameSource(String failure) {
    ClusterFixture fixture = onTrial();
    InstanceId first = RecoveryFixture.candidate(fixture).instance;
    RecoveryFixture.trialEnds(
        fixture, Outcome.Result.FAILED, "no luck", Map.of("failure", failure));

    Recovery again = advance(fixture);
    assertThat(again.state()).isEqualTo(Recovery.State.GATHERED);
    assertThat(again.passedOver()).isEmpty();
    waitsNaming(fixture, "tried again after");

    Recovery next = advance(fixture.after(Duration.ofSeconds(6)));
    assertThat(next.source())
        .hasValueSatisfying(it -> assertThat(it.snapshot()).isEqualTo(RecoveryFixture.NEWER));
    assertThat(next.trial())
        .hasValueSatisfying(it -> assertThat(it.candidate()).isNotEqualTo(first));
  }

  @Test
  void allSourcesBadWaitsForAPersonAndNeverBeginsEmpty() {
    ClusterFixture fixture = onTrial();
    for (int bad = 0; bad < 2; bad++) {
      RecoveryFixture.trialEnds(
          fixture, Outcome.Result.FAILED, "truncated", Map.of("verdict", "BAD"));
      advance(fixture);
      if (bad == 0) {
        advance(fixture);
      }
    }

    waitsNaming(fixture, "no snapshot is left");
  }

  @Test
  void aCandidateThatIsTerminatedOrSilentIsReplacedByAnother() {
    ClusterFixture fixture = onTrial();
    InstanceId first = RecoveryFixture.candidate(fixture).instance;
    fixture.terminate(first.value());

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.GATHERED);
    Recovery next = advance(fixture.after(Duration.ofSeconds(6)));
    assertThat(next.trial().orElseThrow().candidate()).isNotEqualTo(first);
  }

  @Test
  void theOutcomeOfAnEarlierTrialSaysNothingAboutThisOne() {
    ClusterFixture fixture = onTrial();
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    Recovery other =
        RecoveryFixture.recovery(fixture)
            .tryingAgain("away", fixture.now, fixture.now)
            .trying(
                RecoveryFixture.recovery(fixture).source().orElseThrow(),
                RecoveryFixture.candidate(fixture).instance,
                fixture.now);
    RecoveryFixture.recovery(fixture, other);

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void aQuorumThatServesAfterAllCallsItOff() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    ClusterFixture lost = RecoveryFixture.everythingLost();
    advance(lost);
    RecoveryFixture.recovery(fixture, RecoveryFixture.recovery(lost));

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.ENDED);
  }

  /** Two seeders: an empty seeder that has not begun is no lost one (I1). */
  @Test
  void theSeederIsWaitedForThoughItHoldsNothingYet() {
    ClusterFixture fixture = seeding();

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("SEEDER_STARTS");
    fixture.after(Duration.ofHours(1));
    waitsNaming(fixture, "no other node may start this generation");
    fixture.silence(RecoveryFixture.candidate(fixture).instance.value());
    waitsNaming(fixture, "no other node may start this generation");
  }

  @Test
  void aLostSeederBeginsTheGenerationAfterIt() {
    ClusterFixture fixture = seeding();
    InstanceId first = RecoveryFixture.candidate(fixture).instance;
    fixture.terminate(first.value());

    Recovery second = advance(fixture);

    assertThat(second.generation()).isEqualTo(new Generation(2));
    assertThat(second.source().orElseThrow().snapshot()).isEqualTo(RecoveryFixture.NEWER);
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    CommitRecovery commit = commit(fixture);
    assertThat(commit.bootstrap().generation()).isEqualTo(new Generation(3));
    assertThat(commit.bootstrap().source().orElseThrow().targetRevision())
        .as("above the target of the generation that nobody saw")
        .isGreaterThan(2_000_000_000L);
  }

  @Test
  void theSeederServesAndTheClusterGrows() {
    ClusterFixture fixture = seeding();
    seederServes(fixture);

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.SERVING);
    assertThat(condition(fixture, Condition.Type.DATA_RESTORED))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains(RecoveryFixture.NEWER.value(), "5 revisions above", "acknowledge"));
    assertThat(condition(fixture, Condition.Type.REDUNDANCY_NONE)).isPresent();
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            IssueInstruction.class,
            told -> assertThat(told.instruction().kind()).isEqualTo(InstructionKind.JOIN));
  }

  @Test
  void aSeederThatStillRaisesNospaceDoesNotServeYet() {
    ClusterFixture fixture = seeding();
    seederServes(fixture);
    RecoveryFixture.candidate(fixture).alarms = java.util.List.of("NOSPACE");

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void whileItRunsNothingBelowItHappens() {
    ClusterFixture fixture = onTrial().open(InstructionKind.JOIN, "i-5");
    fixture.answer("i-5", Outcome.Result.DONE);

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("TRIAL_RUNS");
  }

  @Test
  void aJoinerIsRecordedAsAHolderBeforeItCanHaveData() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.desired = 4;
    RecoveryFixture.waiting(fixture.launch("i-4"), DataHolding.Cause.NEVER);

    Plan plan = fixture.plan();

    assertThat(plan.decision()).isInstanceOf(IssueInstruction.class);
    assertThat(plan.status().data().holders().get(new InstanceId("i-4")))
        .satisfies(holder -> assertThat(holder.diskId()).isEqualTo("disk-i-4"));
  }

  @Test
  void theFirstVotersAreRecordedAsHoldersWithTheBootstrap() {
    assertThat(ClusterFixture.registered(3).plan().status().data().holders()).hasSize(3);
  }
}
