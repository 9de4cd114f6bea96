package io.quorate.controller.plan.recovery;

import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.condition;
import static io.quorate.controller.fixture.RecoveryFixture.onTrial;
import static io.quorate.controller.fixture.RecoveryFixture.waitsNaming;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.SyncCatalogue;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.state.DataHolders;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.NodeReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a recovery begins: only when everyone who may hold data is gone. */
class RecoverTest {
  @Test
  @Guards({"RECOVER", "RECOVERY_RUNS"})
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

  @ParameterizedTest
  @ValueSource(strings = {"RUNNING", "STOPPED", "SHUTTING_DOWN", "UNKNOWN"})
  @Guards({"RECOVER", "RECOVERY_WAITS"})
  void oneHolderThatIsNotGoneIsNamedAndNothingBegins(String state) {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    fixture.instances.put(new InstanceId("i-2"), InstanceState.valueOf(state));

    waitsNaming(fixture, "i-2: its agent is silent");
  }

  @Test
  @Guards("RECOVER")
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
    for (String instance : List.of("i-4", "i-5", "i-6")) {
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
    List.of("i-1", "i-2", "i-3").forEach(silent::silence);
    assertThat(condition(silent, Condition.Type.RECOVERY_WAITS)).isEmpty();
    assertThat(silent.plan().decision()).isNotInstanceOf(AdvanceRecovery.class);
  }

  /** Nodes that were told to begin, and have not yet, are not lost. */
  @Test
  @Guards("RECOVERY_WAITS")
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

  /** The turn that sees the loss has looked into the bucket: what it saw gets its line first. */
  @Test
  void nothingBeginsBeforeTheCatalogueTellsWhatTheBucketHolds() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    ClusterRecords records = fixture.records;
    SnapshotManifest unlisted =
        RecoveryFixture.manifest(fixture, new SnapshotId("20260102T030100Z-g1-0003"), 48, 2, 58);
    fixture.records =
        new ClusterRecords(
            records.taskSlots(),
            records.requests(),
            records.snapshots(),
            SnapshotFixture.holding(
                Duration.ofHours(1),
                List.of(unlisted),
                List.of(),
                records.snapshots().toArray(SnapshotRecord[]::new)),
            records.recovery());

    assertThat(fixture.plan().decision()).isInstanceOf(SyncCatalogue.class);
  }

  /**
   * Two of three come back with other disks: nobody is gone, and the status says who is awaited.
   */
  @Test
  void aMajorityOnOtherDisksIsNamed() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    for (NodeFixture node : fixture.actors.values()) {
      node.quorumProven = false;
      node.answering = false;
    }
    for (String instance : List.of("i-1", "i-2")) {
      NodeFixture node = fixture.node(instance);
      node.data = DataState.LOST;
      node.report =
          RecoveryFixture.report(
              new DataHolding(
                  DataHolding.State.NONE, Optional.of(DataHolding.Cause.LOST), "another-disk"),
              Optional.empty());
    }

    assertThat(condition(fixture, Condition.Type.QUORUM_LOST)).isPresent();
    waitsNaming(fixture, "i-2: disk another-disk holds none, but it held data on disk disk-i-2");
  }

  @Test
  void whileItRunsNothingBelowItHappens() {
    ClusterFixture fixture = onTrial().open(CommandKind.JOIN, "i-5");
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

    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
    assertThat(plan.status().data().holders().get(new InstanceId("i-4")))
        .satisfies(holder -> assertThat(holder.diskId()).isEqualTo("disk-i-4"));
  }

  @Test
  void theFirstVotersAreRecordedAsHoldersWithTheBootstrap() {
    assertThat(ClusterFixture.registered(3).plan().status().data().holders()).hasSize(3);
  }
}
