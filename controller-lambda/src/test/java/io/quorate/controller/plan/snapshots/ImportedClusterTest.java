package io.quorate.controller.plan.snapshots;

import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.catalogue;
import static io.quorate.controller.fixture.RecoveryFixture.commit;
import static io.quorate.controller.fixture.RecoveryFixture.condition;
import static io.quorate.controller.fixture.RecoveryFixture.trialEnds;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.ImportedSnapshot;
import io.quorate.command.CommandFailure;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.recovery.EligibleSources;
import io.quorate.guards.Guards;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.state.DataHolding;
import io.quorate.state.Fork;
import io.quorate.state.GenerationSource;
import io.quorate.state.Lineage;
import io.quorate.state.Origin;
import io.quorate.state.Phase;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A new cluster that begins with a snapshot: with that one, once, and never empty (I1). */
class ImportedClusterTest {
  private static final SnapshotManifest IMPORTED =
      ImportedSnapshot.into(StoreStage.CLUSTER, ClusterFixture.UID);
  private static final Map<String, Object> GOOD = Map.of("restoreMillis", 400L, "revision", 45L);

  /** So many empty nodes of a cluster that was applied with a snapshot. */
  private static ClusterFixture applied(int nodes) {
    ClusterFixture fixture = new ClusterFixture();
    fixture.lineage =
        Lineage.importing(ClusterFixture.UID, new Origin(IMPORTED.id(), IMPORTED.sha256()));
    for (int n = 1; n <= nodes; n++) {
      RecoveryFixture.waiting(fixture.launch("i-" + n), DataHolding.Cause.NEVER);
    }
    catalogue(fixture, SnapshotRecord.taken(IMPORTED));
    return fixture;
  }

  private static ClusterFixture onTrial() {
    ClusterFixture fixture = applied(3);
    advance(fixture);
    return fixture;
  }

  @Test
  void theFirstNodeTriesTheSnapshotAndNothingElseBegins() {
    ClusterFixture fixture = applied(3);

    Recovery trial = advance(fixture);

    assertThat(trial.state()).isEqualTo(Recovery.State.TRIAL);
    assertThat(trial.action()).isEqualTo(Recovery.Action.IMPORT);
    assertThat(trial.source().orElseThrow().snapshot()).isEqualTo(IMPORTED.id());
    Plan waiting = fixture.plan();
    assertThat(waiting.decision()).isInstanceOf(NoOp.class);
    assertThat(waiting.decision().reason().code()).isEqualTo("TRIAL_RUNS");
    assertThat(waiting.status().phase()).isEqualTo(Phase.WAITING_FOR_NODES);
    assertThat(condition(fixture, Condition.Type.RECOVERY_RUNS))
        .hasValueSatisfying(text -> assertThat(text).contains("begins with a snapshot"));
    assertThat(condition(fixture, Condition.Type.RECOVERY_WAITS)).isEmpty();
  }

  @Test
  void beforeANodeIsThereItIsAwaitedLikeAnyBootstrap() {
    ClusterFixture fixture = applied(0);

    assertThat(fixture.plan().decision().reason().code()).isEqualTo("WAITING_FOR_NODES");
    assertThat(condition(fixture, Condition.Type.WAITING_FOR_NODES))
        .hasValueSatisfying(text -> assertThat(text).contains(IMPORTED.id().value()));
    assertThat(condition(fixture, Condition.Type.RECOVERY_WAITS)).isEmpty();
  }

  @Test
  @Guards("RECOVER")
  void aGoodTrialBeginsGenerationOneOnThatNodeAlone() {
    ClusterFixture fixture = onTrial();
    trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    Plan plan = fixture.plan();
    CommitRecovery committed = commit(fixture);

    InstanceId seeder = committed.next().trial().orElseThrow().candidate();
    assertThat(plan.heartbeatEvidence().keySet())
        .as("the commit rests on the word of the node that begins")
        .containsExactly(seeder);
    assertThat(committed.bootstrap().generation()).isEqualTo(Generation.FIRST);
    assertThat(committed.bootstrap().voters()).hasSize(1);
    GenerationSource source = committed.bootstrap().source().orElseThrow();
    assertThat(source.parent()).isEqualTo(Generation.UNBOOTSTRAPPED);
    assertThat(source.sha256()).isEqualTo(IMPORTED.sha256());
    assertThat(source.targetRevision()).isEqualTo(1_000_000_045);
    assertThat(fixture.status.data().holders()).containsOnlyKeys(seeder);
    assertThat(fixture.lineage.ancestors())
        .containsExactly(new Fork(Generation.FIRST, new Generation(0), 45, IMPORTED.id()));
    assertThat(EligibleSources.of(fixture.lineage, fixture.records.snapshots()))
        .as("a loss before the first snapshot of its own brings it back")
        .hasSize(1);
    assertThat(RestoredSnapshots.of(fixture.view())).contains(IMPORTED.id());
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.SEEDING);
  }

  @Test
  void onceItServesNothingWasLostAndNothingIsToBeAcknowledged() {
    ClusterFixture fixture = onTrial();
    trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    commit(fixture);
    advance(fixture);
    RecoveryFixture.seederServes(fixture);

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.SERVING);

    assertThat(condition(fixture, Condition.Type.DATA_RESTORED)).isEmpty();
    assertThat(condition(fixture, Condition.Type.RECOVERY_RUNS)).isEmpty();
  }

  @Test
  void aBadSnapshotLeavesTheClusterUnbootstrappedAndSaysWhatToDo() {
    ClusterFixture fixture = onTrial();
    trialEnds(
        fixture,
        Outcome.Result.FAILED,
        "its file's SHA-256 is another",
        Map.of(CommandFailure.VERDICT, CommandFailure.BAD));
    Recovery bad = advance(fixture);
    assertThat(bad.passedOver()).hasSize(1);

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("NO_SOURCE");
    assertThat(condition(fixture, Condition.Type.RECOVERY_WAITS))
        .hasValueSatisfying(
            text -> assertThat(text).contains("SHA-256 is another", "never begins empty"));
  }

  @Test
  void anotherFileUnderTheSameIdIsNoSource() {
    ClusterFixture fixture = applied(3);
    fixture.lineage = Lineage.importing(ClusterFixture.UID, new Origin(IMPORTED.id(), "00fe"));

    assertThat(fixture.plan().decision().reason().code()).isEqualTo("NO_SOURCE");
  }

  @Test
  void aTrialThatCannotBeMadeIsMadeOnAnotherNode() {
    ClusterFixture fixture = onTrial();
    InstanceId first = fixture.records.recovery().orElseThrow().trial().orElseThrow().candidate();
    trialEnds(fixture, Outcome.Result.FAILED, "the bucket is away", Map.of());
    advance(fixture);
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("TRIAL_AWAITED");
    fixture.now = fixture.now.plusSeconds(10);

    Recovery again = advance(fixture);

    assertThat(again.trial().orElseThrow().candidate()).isNotEqualTo(first);
    assertThat(again.trial().orElseThrow().number()).isEqualTo(2);
  }

  @Test
  void aRecoveryOfAnotherClusterOfThisNameIsNotContinued() {
    ClusterFixture fixture = applied(3);
    RecoveryFixture.recovery(
        fixture,
        Recovery.importing(
            "import-old",
            new io.quorate.model.ClusterUid("uid-old"),
            new FencingToken(1),
            fixture.now));

    assertThat(advance(fixture).id()).isNotEqualTo("import-old");
  }

  @Test
  void withoutAnOriginTheSameNodesBeginEmpty() {
    ClusterFixture fixture = applied(3);
    fixture.lineage = Lineage.unbootstrapped(ClusterFixture.UID);

    assertThat(fixture.plan().decision().code()).isEqualTo("COMMIT_BOOTSTRAP");
  }
}
