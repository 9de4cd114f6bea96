package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Command;
import io.quorate.command.CommandKind;
import io.quorate.command.TakeSnapshot;
import io.quorate.command.VerifySnapshot;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.plan.recovery.EligibleSources;
import io.quorate.controller.plan.snapshots.SnapshotAges;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.DataState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartDueTaskTest {
  private static final Duration LONG = Duration.ofMinutes(31);

  private static Optional<Command> told(SnapshotFixture fixture) {
    Decision decision = fixture.cluster.plan().decision();
    return decision instanceof StartCommand start ? Optional.of(start.command()) : Optional.empty();
  }

  @Test
  @Guards("StartCommand")
  void aNewClusterTakesItsFirstSnapshotAtOnceOnAFollower() {
    Plan plan = SnapshotFixture.of(3).cluster.plan();

    assertThat(plan.decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> {
              assertThat(start.reason().code()).isEqualTo("NO_SNAPSHOT");
              assertThat(start.command()).isInstanceOf(TakeSnapshot.class);
              assertThat(start.command().header().executor()).isEqualTo(new InstanceId("i-2"));
            });
    assertThat(plan.status().tasks().open()).isPresent();
    assertThat(plan.heartbeatEvidence()).containsOnlyKeys(new InstanceId("i-2"));
  }

  /** Its id is no proof that it was taken: the schedule goes by the newest of the others. */
  @Test
  void aSnapshotLaterThanTheClockHoldsNoneUp() {
    SnapshotRecord behind = SnapshotFixture.verified(LONG, 49);
    SnapshotRecord later = SnapshotFixture.verified(Duration.ofDays(-9999), 60);
    SnapshotFixture fixture = SnapshotFixture.of(3).catalogue(behind, later);

    assertThat(told(fixture)).containsInstanceOf(TakeSnapshot.class);
    assertThat(SnapshotAges.of(fixture.cluster.view()).newest()).contains(LONG);
    assertThat(EligibleSources.of(fixture.cluster.lineage, List.of(behind, later)))
        .as("it may be restored")
        .contains(later);
  }

  @Test
  void withTheIntervalOffNothingIsTaken() {
    assertThat(told(SnapshotFixture.of(3).spec("interval: off"))).isEmpty();
  }

  @Test
  void beforeTheIntervalHasPassedNothingIsTaken() {
    SnapshotRecord newest = SnapshotFixture.verified(Duration.ofMinutes(29), 40);

    assertThat(told(SnapshotFixture.of(3).catalogue(newest))).isEmpty();
  }

  @Test
  void afterTheIntervalOneIsTakenIfKeysChanged() {
    SnapshotRecord behind = SnapshotFixture.verified(LONG, 49);
    SnapshotRecord current = SnapshotFixture.verified(LONG, 50);

    assertThat(told(SnapshotFixture.of(3).catalogue(behind)))
        .containsInstanceOf(TakeSnapshot.class);
    assertThat(told(SnapshotFixture.of(3).catalogue(current))).isEmpty();
  }

  @Test
  void aSnapshotOfAnotherGenerationOrAWrongOneDoesNotCount() {
    SnapshotRecord other =
        SnapshotRecord.taken(SnapshotFixture.manifest(ClusterFixture.NOW, new Generation(2), 50));
    SnapshotRecord wrong = SnapshotFixture.taken(Duration.ZERO, 50).failed("its hash differs");

    assertThat(told(SnapshotFixture.of(3).catalogue(other))).containsInstanceOf(TakeSnapshot.class);
    assertThat(told(SnapshotFixture.of(3).catalogue(wrong))).containsInstanceOf(TakeSnapshot.class);
  }

  @Test
  @Guards("START_TASK")
  void theLeaderIsToldOnlyWhenNoFollowerKnowsHow() {
    SnapshotFixture fixture = SnapshotFixture.of(3).knows("i-2").knows("i-3");

    assertThat(told(fixture).orElseThrow().header().executor()).isEqualTo(new InstanceId("i-1"));
    assertThat(told(fixture.knows("i-1"))).isEmpty();
  }

  @Test
  void theNodeThatFailedLastIsPassedOver() {
    SnapshotFixture fixture =
        SnapshotFixture.of(3).failed(CommandKind.TAKE_SNAPSHOT, 1, Duration.ofMinutes(5), "i-2");

    assertThat(told(fixture).orElseThrow().header().executor()).isEqualTo(new InstanceId("i-3"));
  }

  @ParameterizedTest
  @CsvSource({
    "1,59,false",
    "1,60,true",
    "3,239,false",
    "3,240,true",
    "20,1799,false",
    "20,1800,true"
  })
  void afterFailuresItWaitsTwiceAsLongEachTime(long failures, long seconds, boolean taken) {
    SnapshotFixture fixture =
        SnapshotFixture.of(3)
            .failed(CommandKind.TAKE_SNAPSHOT, failures, Duration.ofSeconds(seconds), "i-2");

    assertThat(told(fixture).isPresent()).isEqualTo(taken);
  }

  @Test
  void whileATaskIsOpenNoOtherBegins() {
    SnapshotFixture fixture =
        SnapshotFixture.of(3)
            .open(CommandKind.TAKE_SNAPSHOT, "i-2", SnapshotFixture.taken(Duration.ZERO, 1).id());

    assertThat(told(fixture)).isEmpty();
    assertThat(fixture.cluster.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void aNodeWithAnInstructionOrABusySlotIsNotTold() {
    SnapshotFixture fixture = SnapshotFixture.of(3);
    fixture.cluster.node("i-2").currentStep = Optional.of("JOIN: CATCH_UP");

    assertThat(told(fixture).orElseThrow().header().executor()).isEqualTo(new InstanceId("i-3"));
  }

  @Test
  @Guards("START_TASK")
  void aChangeComesBeforeASnapshot() {
    SnapshotFixture fixture = SnapshotFixture.of(3);
    fixture.cluster.data("i-3", DataState.LOST);

    assertThat(fixture.cluster.plan().decision())
        .extracting(Decision::code)
        .isEqualTo("ISSUE_INSTRUCTION");
  }

  @Test
  void whileAChangeIsOpenNoneIsTakenUnlessOverdue() {
    SnapshotRecord due = SnapshotFixture.verified(LONG, 40);
    SnapshotFixture fixture = SnapshotFixture.of(3).catalogue(due);
    fixture.cluster.open(CommandKind.REMOVE_MEMBER, "i-2");

    assertThat(told(fixture)).isEmpty();
  }

  @Test
  void aRestForTheMembershipHoldsUpNoSnapshot() {
    SnapshotFixture fixture = SnapshotFixture.of(3);
    fixture.cluster.silence("i-3");
    fixture.cluster.launch("i-4");
    fixture.cluster.desired = 4;

    assertThat(told(fixture)).containsInstanceOf(TakeSnapshot.class);
  }

  @Test
  void oneADayIsVerifiedOnAFollower() {
    SnapshotRecord old = SnapshotFixture.verified(Duration.ofHours(24), 10);
    SnapshotRecord newest = SnapshotFixture.taken(Duration.ofMinutes(5), 40);
    SnapshotRecord recent = SnapshotFixture.verified(Duration.ofHours(23), 10);

    Command task = told(SnapshotFixture.of(3).catalogue(old, newest)).orElseThrow();

    assertThat(task)
        .isInstanceOfSatisfying(
            VerifySnapshot.class, verify -> assertThat(verify.snapshot()).isEqualTo(newest.id()));
    assertThat(task.header().executor()).isEqualTo(new InstanceId("i-2"));
    assertThat(told(SnapshotFixture.of(3).catalogue(recent, newest))).isEmpty();
  }

  @Test
  void eachOneIsVerifiedWhenTheSpecSaysSoAndNoneWhenItSaysOff() {
    SnapshotRecord recent = SnapshotFixture.verified(Duration.ofHours(1), 10);
    SnapshotRecord newest = SnapshotFixture.taken(Duration.ofMinutes(5), 40);

    assertThat(told(SnapshotFixture.of(3).spec("verify: each").catalogue(recent, newest)))
        .containsInstanceOf(VerifySnapshot.class);
    assertThat(told(SnapshotFixture.of(3).spec("verify: off").catalogue(newest))).isEmpty();
  }

  private static Optional<String> executor(SnapshotFixture fixture) {
    return told(fixture).map(task -> task.header().executor().value());
  }

  @Test
  void ofEachVoterOneIsTakenInEachInterval() {
    SnapshotFixture each = SnapshotFixture.of(3).spec("from: each, verify: off");
    SnapshotRecord two = SnapshotFixture.takenBy("i-2", Duration.ofMinutes(3), 40);
    SnapshotRecord three = SnapshotFixture.takenBy("i-3", Duration.ofMinutes(2), 41);
    SnapshotRecord one = SnapshotFixture.takenBy("i-1", Duration.ofMinutes(1), 42);

    assertThat(executor(each)).contains("i-2");
    assertThat(executor(each.catalogue(two))).contains("i-3");
    assertThat(executor(each.catalogue(two, three))).as("the leader, too").contains("i-1");
    assertThat(executor(each.catalogue(two, three, one))).isEmpty();
  }

  @Test
  @Guards("START_TASK")
  void ofEachVoterItsOwnIntervalAndItsOwnChangesCount() {
    SnapshotFixture each = SnapshotFixture.of(3).spec("from: each, verify: off");
    SnapshotRecord due = SnapshotFixture.takenBy("i-3", LONG, 40);
    SnapshotRecord unchanged = SnapshotFixture.takenBy("i-2", LONG.plusMinutes(1), 50);
    SnapshotRecord recent = SnapshotFixture.takenBy("i-1", Duration.ofMinutes(1), 40);

    assertThat(executor(each.catalogue(unchanged, due, recent))).contains("i-3");
    assertThat(executor(each.knows("i-3").catalogue(unchanged, due, recent)))
        .as("nobody takes another's in its stead, turn by turn")
        .isEmpty();
  }

  @Test
  void ofEachVoterEachIsVerified() {
    SnapshotRecord two = SnapshotFixture.takenBy("i-2", Duration.ofMinutes(3), 40);
    SnapshotRecord three =
        SnapshotFixture.takenBy("i-3", Duration.ofMinutes(2), 41)
            .verifiedBy(new SnapshotRecord.Verified(ClusterFixture.NOW, 1));
    SnapshotRecord one =
        SnapshotFixture.takenBy("i-1", Duration.ofMinutes(1), 42)
            .verifiedBy(new SnapshotRecord.Verified(ClusterFixture.NOW, 1));
    SnapshotFixture each = SnapshotFixture.of(3).spec("from: each, verify: each");

    assertThat(told(each.catalogue(two, three, one)))
        .hasValueSatisfying(
            task ->
                assertThat(task)
                    .isInstanceOfSatisfying(
                        VerifySnapshot.class,
                        verify -> assertThat(verify.snapshot()).isEqualTo(two.id())));
  }

  @Test
  void aBacklogOfOtherIntervalsIsNotVerified() {
    SnapshotRecord old = SnapshotFixture.taken(Duration.ofMinutes(35), 40);
    SnapshotRecord newest = SnapshotFixture.verified(Duration.ofMinutes(5), 50);

    assertThat(told(SnapshotFixture.of(3).spec("verify: each").catalogue(old, newest))).isEmpty();
  }

  @Test
  void theLeaderVerifiesOnlyWhenItIsAlone() {
    SnapshotRecord newest = SnapshotFixture.taken(Duration.ofMinutes(5), 40);

    assertThat(told(SnapshotFixture.of(3).knows("i-2").knows("i-3").catalogue(newest))).isEmpty();
    assertThat(told(SnapshotFixture.of(1).catalogue(newest)))
        .containsInstanceOf(VerifySnapshot.class);
  }

  @Test
  void aMajorityInMemoryIsSavedAtOnce() {
    SnapshotRecord newest = SnapshotFixture.verified(Duration.ofMinutes(1), 40);
    SnapshotFixture fixture = SnapshotFixture.of(3).catalogue(newest);
    fixture.cluster.status = fixture.cluster.plan().status();
    fixture.cluster.data("i-2", DataState.LOST).data("i-3", DataState.LOST);

    Command task = told(fixture).orElseThrow();

    assertThat(task).isInstanceOf(TakeSnapshot.class);
    assertThat(task.header().executor()).isEqualTo(new InstanceId("i-1"));
  }
}
