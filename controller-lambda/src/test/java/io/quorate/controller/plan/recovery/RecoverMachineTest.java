package io.quorate.controller.plan.recovery;

import static io.quorate.controller.fixture.RecoveryFixture.GOOD;
import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.commit;
import static io.quorate.controller.fixture.RecoveryFixture.condition;
import static io.quorate.controller.fixture.RecoveryFixture.onTrial;
import static io.quorate.controller.fixture.RecoveryFixture.seederServes;
import static io.quorate.controller.fixture.RecoveryFixture.seeding;
import static io.quorate.controller.fixture.RecoveryFixture.waitsNaming;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.snapshots.RestoredSnapshots;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Bootstrap;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.Condition;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.GenerationSource;
import io.quorate.state.Holder;
import io.quorate.state.LastCommand;
import io.quorate.state.MaintenanceLane;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a recovery goes on: by trials, one commit, one seeder (I1). */
class RecoverMachineTest {
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
    assertThat(next.voters())
        .singleElement()
        .satisfies(voter -> assertThat(voter.instance()).isEqualTo(candidate));
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
    ClusterFixture fixture = RecoveryFixture.everythingLost().open(CommandKind.JOIN, "i-5");
    advance(fixture);
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);

    commit(fixture);

    assertThat(fixture.status.operation()).isEmpty();
  }

  /** Its join was told in the lost generation, and has made nothing: it is no candidate yet. */
  @Test
  void anOpenJoinHoldsNothingUpAndItsNodeSeedsNothing() {
    ClusterFixture fixture = RecoveryFixture.everythingLost().open(CommandKind.JOIN, "i-4");
    fixture.node("i-4").currentStep = Optional.of("JOIN: ADD_LEARNER: no contact answers");
    fixture.node("i-4").seenGeneration = Generation.FIRST;
    fixture.status =
        fixture.status.withData(
            fixture
                .status
                .data()
                .with(
                    new InstanceId("i-4"),
                    new Holder(Generation.FIRST, "disk-i-4", ClusterFixture.NOW)));

    advance(fixture);

    assertThat(RecoveryFixture.candidate(fixture).instance).isEqualTo(new InstanceId("i-5"));
    fixture.node("i-5").currentStep = Optional.of("JOIN: ADD_LEARNER");
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.GATHERED);
  }

  /** The bucket was away before the loss: the next generation is saved at once all the same. */
  @Test
  void whatFailedInTheLostGenerationDelaysNoTaskOfTheNext() {
    ClusterFixture fixture = onTrial();
    fixture.spec = ClusterFixture.spec("interval: 30m");
    LastCommand failed =
        new LastCommand(
            new InstanceId("i-1"), fixture.now, Outcome.Result.FAILED, "STORE_AWAY: none", 9);
    fixture.status =
        fixture.status.withTasks(
            new MaintenanceLane(
                Optional.empty(),
                Map.of(CommandKind.TAKE_SNAPSHOT, failed, CommandKind.VERIFY_SNAPSHOT, failed),
                BucketUpkeep.NONE));
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    commit(fixture);
    advance(fixture);
    seederServes(fixture);
    NodeFixture seeder = RecoveryFixture.candidate(fixture);
    seeder.report =
        seeder.report.knowing(Set.of(Recovery.ABILITY, CommandKind.TAKE_SNAPSHOT.name()));
    fixture.desired = 1;
    fixture.lifecycles.keySet().removeIf(other -> !other.equals(seeder.instance));
    advance(fixture);

    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> assertThat(start.reason().code()).isEqualTo("NO_SNAPSHOT"));
  }

  /** A holder that turns out not to be gone while the trial runs keeps it from being committed. */
  @Test
  @Guards("CommitRecovery")
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
  @Guards("RECOVER")
  void onlyAVerdictOfBadPassesASourceOver() {
    ClusterFixture fixture = onTrial();
    RecoveryFixture.trialEnds(
        fixture, Outcome.Result.FAILED, "its SHA-256 is another", Map.of("verdict", "BAD"));

    Recovery passed = advance(fixture);
    assertThat(passed.passedOver())
        .extracting(bad -> bad.snapshot())
        .containsExactly(RecoveryFixture.NEWER);
    assertThat(fixture.records.snapshots())
        .filteredOn(line -> line.id().equals(RecoveryFixture.NEWER))
        .extracting(SnapshotRecord::state)
        .containsExactly(SnapshotRecord.State.FAILED);
    assertThat(advance(fixture).source())
        .hasValueSatisfying(it -> assertThat(it.snapshot()).isEqualTo(RecoveryFixture.OLDER));
  }

  /** An agent made it up; whether that is so only a person can tell. */
  @Test
  void whatEndsPastAllThatTheClusterCanHaveWrittenIsNotRestoredByItself() {
    for (long revision : new long[] {1L << 40, Long.MAX_VALUE}) {
      ClusterFixture fixture = onTrial();
      RecoveryFixture.trialEnds(
          fixture,
          Outcome.Result.DONE,
          "restored",
          Map.of("restoreMillis", 400L, "revision", revision));

      Recovery again = advance(fixture);

      assertThat(again.state()).isEqualTo(Recovery.State.GATHERED);
      assertThat(again.passedOver()).isEmpty();
      waitsNaming(fixture, "it ends at revision " + revision);
    }
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
  @Guards("RECOVER")
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
  @Guards("DATA_RESTORED")
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
            StartCommand.class,
            told -> assertThat(told.command().kind()).isEqualTo(CommandKind.JOIN));
  }

  @Test
  void aSeederThatStillRaisesNospaceDoesNotServeYet() {
    ClusterFixture fixture = seeding();
    seederServes(fixture);
    RecoveryFixture.candidate(fixture).alarms = java.util.List.of("NOSPACE");

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  @Guards({"ANSWER_RECOVERY_REQUEST", "DATA_RESTORED"})
  void anOperatorAcknowledgesWhatWasLost() {
    ClusterFixture fixture = seeding();
    seederServes(fixture);
    advance(fixture);
    InstanceId seeder = RecoveryFixture.candidate(fixture).instance;
    fixture.desired = 1;
    fixture.lifecycles.keySet().removeIf(other -> !other.equals(seeder));
    RecoveryFixture.request(fixture);

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.ENDED);
    assertThat(condition(fixture, Condition.Type.DATA_RESTORED)).isEmpty();
    assertThat(fixture.plan().decision())
        .as("a second one has nothing to acknowledge")
        .isInstanceOfSatisfying(
            AnswerRequest.class,
            answer ->
                assertThat(answer.request().after().state()).isEqualTo(Request.State.REFUSED));
  }

  /** Requests, retention and tasks are asked beside other rests, not beside this one. */
  @Test
  @Guards("ANSWER_RECOVERY_REQUEST")
  void nothingIsAnsweredBesideARunningRecovery() {
    ClusterFixture fixture = onTrial();
    RecoveryFixture.request(fixture);

    assertThat(fixture.plan().decision().reason().code()).isEqualTo("TRIAL_RUNS");
  }

  /** No retention deletes what a recovery restores, or a generation was restored from (I8). */
  @Test
  void whatIsRestoredIsKept() {
    assertThat(RestoredSnapshots.of(onTrial().view())).containsExactly(RecoveryFixture.NEWER);

    ClusterFixture fixture = seeding();
    fixture.records = ClusterRecords.NONE;
    assertThat(RestoredSnapshots.of(fixture.view())).containsExactly(RecoveryFixture.NEWER);
  }

  @Test
  void aGenerationThatNeverServedLostNothing() {
    ClusterFixture fixture = seeding();
    fixture.terminate(RecoveryFixture.candidate(fixture).instance.value());
    advance(fixture);
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);

    assertThat(commit(fixture).next().committed().orElseThrow().loss())
        .isEqualTo("5 revisions above the snapshot's 45 were reported");
  }
}
