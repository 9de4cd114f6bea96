package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.HookedStore;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.guards.Guards;
import io.quorate.lease.Leases;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.Phase;
import io.quorate.state.RollOutHalt;
import io.quorate.store.Keys;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A person goes on with an older table. */
class ResumeTest {
  private final ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");

  @Test
  @Guards("ResumeResult.Done")
  void theControllerDecidesAgainByTokensPastAllThatWereSeen() {
    fixture.node("i-1").seenToken = new FencingToken(9_000);
    StoreStage stage = halted();
    assertThat(stage.status().operation()).isEmpty();

    ResumeResult.Done done = (ResumeResult.Done) resume(stage);
    stage.turn();

    assertThat(done.token()).isEqualTo(new FencingToken(9_001));
    assertThat(stage.status().tableRollback()).isEmpty();
    assertThat(stage.status().phase()).isNotEqualTo(Phase.HALTED);
    assertThat(stage.status().operation()).isPresent();
    assertThat(stage.decisions()).contains("Resume");
  }

  @Test
  @Guards("ResumeResult.NotHalted")
  void aClusterThatIsNotHaltedIsLeftAlone() {
    StoreStage stage = StoreStage.of(fixture);

    assertThat(resume(stage)).isInstanceOf(ResumeResult.NotHalted.class);
    assertThat(stage.decisions()).isEmpty();
  }

  @Test
  void restartsThatHaltedGoOnWhateverANodeDoes() {
    fixture.status =
        fixture.status.withRollOutHalt(
            Optional.of(
                new RollOutHalt(new InstanceId("i-2"), "settings", "exit code 2", fixture.now)));
    fixture.node("i-2").currentStep = Optional.of("JOIN START");
    StoreStage stage = StoreStage.of(fixture);

    assertThat(resume(stage)).isInstanceOf(ResumeResult.Done.class);
    assertThat(stage.status().rollOutHalt()).isEmpty();
    assertThat(stage.decisions()).contains("Resume");
  }

  @Test
  void aReleaseThatRefusedASnapshotIsTriedAgain() {
    SnapshotId snapshot = new SnapshotId("20260102T030405Z-g1-0a1b");
    fixture.status =
        fixture.status.withRollOutHalt(
            Optional.of(
                new RollOutHalt(
                    new InstanceId("i-2"),
                    "settings",
                    "panic",
                    fixture.now,
                    Optional.of(snapshot))));
    StoreStage stage = StoreStage.of(fixture);

    assertThat(resume(stage)).isInstanceOf(ResumeResult.Done.class);
    assertThat(stage.status().rollOutHalt()).isEmpty();
  }

  @Test
  @Guards("ResumeAfterRollback#1")
  void aNewerGenerationIsRefusedForTheTableDoesNotDescribeIt() {
    fixture.node("i-2").seenGeneration = new Generation(7);
    refused("i-2 holds");
  }

  @Test
  @Guards({"ResumeResult.Refused", "ResumeAfterRollback#1"})
  void anotherUidIsRefused() {
    fixture.tableOfAnotherUid();
    refused("the table UID uid-2 and generation 1");
  }

  @Test
  @Guards("ResumeAfterRollback#2")
  void anInstructionUnderWayIsRefusedForTheTableMayHaveForgottenIt() {
    fixture.node("i-1").seenToken = new FencingToken(41);
    fixture.node("i-2").currentStep = Optional.of("op-9: remove the member");
    refused("i-2 carries out 'op-9: remove the member'");
  }

  @Test
  @Guards("ResumeAfterRollback#3")
  void aTokenThatANodeSawMeanwhileIsRefusedForAnotherControllerWorksOnANewerTable() {
    fixture.node("i-1").seenToken = new FencingToken(41);
    StoreStage stage = halted();
    HookedStore racing =
        new HookedStore(
            stage.store,
            call -> {
              if (call >= 5) { // The rows were read, and the lease is taken next.
                fixture.node("i-1").seenToken = new FencingToken(99_999);
                stage.heartbeats();
              }
            });

    ResumeResult resumed =
        new ResumeAfterRollback(racing, stage.cloud(), () -> stage.now, () -> "resume-1")
            .run(StoreStage.CLUSTER, "somebody");

    assertThat(resumed)
        .isInstanceOfSatisfying(
            ResumeResult.Refused.class,
            refused ->
                assertThat(refused.why())
                    .singleElement()
                    .asString()
                    .contains("i-1 has just seen fencing token 99999"));
    assertThat(stage.status().tableRollback()).isPresent();
  }

  @Test
  void whatATerminatedInstanceLastSaidHoldsNobodyUp() {
    fixture.node("i-1").seenToken = new FencingToken(41);
    fixture.node("i-3").currentStep = Optional.of("op-9: remove the member");
    StoreStage stage = halted();

    assertThat(resume(stage)).isInstanceOf(ResumeResult.Done.class);
  }

  @Test
  void aRowThatNobodyCanReadHoldsUpUnlessItsInstanceIsTerminated() {
    fixture.node("i-1").seenToken = new FencingToken(41);
    StoreStage stage = halted();
    stage.put(Keys.node(StoreStage.CLUSTER, new InstanceId("i-2")), Map.of("schemaVersion", 9L));
    assertThatThrownBy(() -> resume(stage)).isInstanceOf(UnreadableRecordException.class);

    stage.heartbeats();
    stage.put(Keys.node(StoreStage.CLUSTER, new InstanceId("i-3")), Map.of("schemaVersion", 9L));
    assertThat(resume(stage)).isInstanceOf(ResumeResult.Done.class);
  }

  @Test
  void theMemberListOfTheOlderTableIsForgotten() {
    fixture.node("i-1").seenToken = new FencingToken(41);
    StoreStage stage = halted();
    assertThat(stage.status().proven()).isPresent();

    resume(stage);

    assertThat(stage.status().proven()).isEmpty();
  }

  @Test
  @Guards("ResumeResult.Busy")
  void aTurnUnderWayIsNotInterrupted() {
    fixture.node("i-1").seenToken = new FencingToken(41);
    StoreStage stage = halted();
    assertThat(
            new Leases(stage.store)
                .take(StoreStage.CLUSTER, "a turn", stage.now, Duration.ofSeconds(30)))
        .isPresent();

    assertThat(resume(stage)).isInstanceOf(ResumeResult.Busy.class);
    assertThat(stage.status().tableRollback()).isPresent();
  }

  /** On the store, after the turn that saw the older table. */
  private StoreStage halted() {
    StoreStage stage = StoreStage.of(fixture);
    stage.turn();
    return stage;
  }

  private void refused(String why) {
    StoreStage stage = halted();

    ResumeResult.Refused refused = (ResumeResult.Refused) resume(stage);
    stage.turn();

    assertThat(refused.why()).anyMatch(line -> line.contains(why));
    assertThat(stage.status().phase()).isEqualTo(Phase.HALTED);
  }

  private static ResumeResult resume(StoreStage stage) {
    return new ResumeAfterRollback(stage.store, stage.cloud(), () -> stage.now, () -> "resume-1")
        .run(StoreStage.CLUSTER, "somebody");
  }
}
