package io.quorate.controller.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.command.Outcome;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.HookedStore;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.guards.Guards;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.state.Bootstrap;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredLineage;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import io.quorate.store.LineageMirror;
import io.quorate.store.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A recovery over a store: one transaction, resumed wherever a turn dies, and never twice. */
class RecoverOnStoreTest {
  private static final int MOST_CALLS = 80;
  private static final Map<String, Object> GOOD = Map.of("revision", 45L);

  /** A stage on which the trial runs. */
  private static StoreStage onTrial() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    StoreStage stage = StoreStage.of(fixture);
    for (SnapshotRecord line : fixture.records.snapshots()) {
      stage.put(Keys.snapshot(StoreStage.CLUSTER, line.id()), Codecs.SNAPSHOT.write(line));
    }
    stage.mirror.record(
        StoreStage.CLUSTER, ClusterFixture.UID, fixture.lineage.bootstrap().orElseThrow());
    bucket(stage);
    stage.turn();
    assertThat(recovery(stage).state()).isEqualTo(Recovery.State.TRIAL);
    return stage;
  }

  /** The bucket was looked at last a minute before the loss. */
  private static void lookedBefore(StoreStage stage) {
    Status shown = stage.status();
    BucketUpkeep justLooked =
        BucketUpkeep.NONE.looked(
            stage.now.minus(Duration.ofMinutes(1)), Optional.empty(), Optional.empty());
    stage.put(
        Keys.status(StoreStage.CLUSTER),
        Codecs.STATUS.write(shown.withTasks(shown.tasks().withBucket(justLooked))));
  }

  /** A bucket that holds what the catalogue tells of, and these. */
  private static Map<String, byte[]> bucket(StoreStage stage, SnapshotManifest... more) {
    Map<String, byte[]> bucket = InMemorySnapshotStore.emptyBucket();
    stage.snapshots =
        (cluster, uid) -> Optional.of(new InMemorySnapshotStore(bucket, cluster, uid));
    try (SnapshotStore there =
        new InMemorySnapshotStore(bucket, StoreStage.CLUSTER, ClusterFixture.UID)) {
      stage.fixture.records.snapshots().forEach(line -> there.createManifest(line.manifest()));
      List.of(more).forEach(there::createManifest);
    }
    return bucket;
  }

  private static Recovery recovery(StoreStage stage) {
    return Codecs.RECOVERY.read(stage.attributes(Keys.recovery(StoreStage.CLUSTER)), "recovery");
  }

  private static StoreStage withGoodTrial() {
    StoreStage stage = onTrial();
    RecoveryFixture.recovery(stage.fixture, recovery(stage));
    RecoveryFixture.trialEnds(stage.fixture, Outcome.Result.DONE, "restored", GOOD);
    stage.heartbeats();
    return stage;
  }

  @Test
  void oneTurnCommitsMirrorsAndTellsTheSeeder() {
    StoreStage stage = withGoodTrial();

    stage.turn();

    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTED);
    assertThat(stage.lineage().generation()).isEqualTo(new Generation(2));
    assertThat(stage.lineage().ancestors()).hasSize(1);
    assertThat(recovery(stage).state()).isEqualTo(Recovery.State.SEEDING);
    assertThat(stage.decisions())
        .containsSubsequence(
            "ADVANCE_RECOVERY", "COMMIT_RECOVERY", "FINALIZE_BOOTSTRAP", "ADVANCE_RECOVERY");
    assertThat(
            stage.mirror.record(
                StoreStage.CLUSTER, ClusterFixture.UID, stage.lineage().bootstrap().orElseThrow()))
        .isInstanceOf(LineageMirror.Result.Recorded.class);
  }

  /** It may hold a newer snapshot, whose node was lost before anybody read that it had taken it. */
  @Test
  void nothingIsCommittedBeforeTheBucketAnsweredAndThenTheNewerSnapshotIsTried() {
    StoreStage stage = withGoodTrial();
    SnapshotManifest newest =
        RecoveryFixture.manifest(
            stage.fixture, new SnapshotId("20260102T030100Z-g1-0003"), 48, 2, 58);
    lookedBefore(stage);
    stage.snapshots =
        (cluster, uid) -> {
          throw new SnapshotStoreException(
              SnapshotStoreException.Cause.STORE_AWAY, "the bucket did not answer");
        };

    stage.turn();

    assertThat(recovery(stage).state()).isEqualTo(Recovery.State.TRIAL);
    assertThat(stage.status().conditions())
        .filteredOn(shown -> shown.type() == Condition.Type.RECOVERY_WAITS)
        .singleElement()
        .satisfies(
            shown ->
                assertThat(shown.message())
                    .contains(
                        "was not listed in this turn", "the bucket did not answer", "--snapshot"));

    bucket(stage, newest);
    stage.now = stage.now.plusSeconds(9);
    stage.heartbeats();
    stage.turn();
    assertThat(recovery(stage).state())
        .as("it is asked again each 10 s")
        .isEqualTo(Recovery.State.TRIAL);
    assertThat(recovery(stage).source().orElseThrow().snapshot()).isNotEqualTo(newest.id());
    stage.now = stage.now.plusSeconds(1);
    for (int turn = 0; turn < 3; turn++) {
      stage.heartbeats();
      stage.turn();
    }

    assertThat(stage.lineage().generation()).isEqualTo(Generation.FIRST);
    assertThat(recovery(stage).source().orElseThrow().snapshot()).isEqualTo(newest.id());
  }

  /** What the mirror of the lineage tells is not what a recovery waits for. */
  @Test
  void aMirrorThatDoesNotAnswerHidesNoSnapshot() {
    StoreStage stage = withGoodTrial();
    SnapshotManifest newest =
        RecoveryFixture.manifest(
            stage.fixture, new SnapshotId("20260102T030100Z-g1-0003"), 48, 2, 58);
    bucket(stage, newest);
    lookedBefore(stage);
    stage.mirror = new BootstrapOnStoreTest.SilentMirror();

    for (int turn = 0; turn < 3; turn++) {
      stage.turn();
    }

    assertThat(recovery(stage).source().orElseThrow().snapshot()).isEqualTo(newest.id());
  }

  /** Its node was lost before anybody read that it had taken it. */
  @Test
  void aSnapshotThatOnlyTheBucketKnowsIsFoundAndTried() {
    StoreStage stage = withGoodTrial();
    SnapshotManifest newest =
        RecoveryFixture.manifest(
            stage.fixture, new SnapshotId("20260102T030100Z-g1-0003"), 48, 2, 58);
    bucket(stage, newest);
    lookedBefore(stage);

    for (int turn = 0; turn < 3; turn++) {
      stage.turn();
    }

    assertThat(recovery(stage).state()).isEqualTo(Recovery.State.TRIAL);
    assertThat(recovery(stage).source().orElseThrow().snapshot()).isEqualTo(newest.id());
    assertThat(recovery(stage).trial().orElseThrow().number()).isEqualTo(2);
  }

  @Test
  @Guards("AdvanceRecovery")
  void whereverATurnDiesTheNextEndsInTheSameGeneration() {
    for (int at = 0; at < MOST_CALLS; at++) {
      StoreStage stage = withGoodTrial();
      if (!dies(stage, at)) {
        assertThat(at).as("store calls of a commit").isGreaterThan(8);
        return;
      }
      var recorded = stage.lineage();
      stage.pastTheLease();
      stage.heartbeats();

      stage.turn();

      assertThat(stage.lineage().state())
          .as("died before call %s", at)
          .isEqualTo(Lineage.State.COMMITTED);
      assertThat(stage.lineage().generation()).isEqualTo(new Generation(2));
      if (recorded.generation().equals(new Generation(2))) {
        assertThat(stage.lineage().bootstrap()).isEqualTo(recorded.bootstrap());
      }
      assertThat(stage.decisions())
          .containsOnlyOnce("COMMIT_RECOVERY")
          .containsOnlyOnce("FINALIZE_BOOTSTRAP");
      assertThat(recovery(stage).state()).isEqualTo(Recovery.State.SEEDING);
    }
    throw new AssertionError("a commit of over " + MOST_CALLS + " store calls");
  }

  /** Stale evidence: the seeder's row moves between the look and the transaction. */
  @Test
  @Guards("CommitRecovery")
  void aCommitOnARowThatMovedIsRefused() {
    StoreStage stage = withGoodTrial();
    NodeFixture seeder = RecoveryFixture.candidate(stage.fixture);
    List<Integer> moves = new ArrayList<>();
    HookedStore moving =
        new HookedStore(
            stage.store,
            call -> {
              seeder.stateVersion++;
              moves.add(call);
              stage.heartbeats();
            });

    stage.turn(moving, new Planner()::plan);

    assertThat(moves).isNotEmpty();
    assertThat(stage.lineage().generation()).isEqualTo(Generation.FIRST);
    assertThat(recovery(stage).state()).isEqualTo(Recovery.State.TRIAL);
  }

  /** It may be the newest snapshot, which this release cannot read. */
  @ParameterizedTest
  @CsvSource({"20260102T030300Z-g1-0009, 1", "20200101T000000Z-g1-0009, 2"})
  void anUnreadableManifestThatMayBeNewerAsksAPerson(String id, long generation) {
    StoreStage stage = withGoodTrial();
    Map<String, byte[]> bucket = bucket(stage);
    SnapshotId unreadable = new SnapshotId(id);
    bucket.put(
        SnapshotKeys.manifest(StoreStage.CLUSTER, ClusterFixture.UID, unreadable),
        "{\"schemaVersion\": 99}".getBytes(UTF_8));

    stage.turn();

    assertThat(unreadable.compareTo(RecoveryFixture.NEWER) > 0).isEqualTo(generation == 1);
    assertThat(stage.lineage().generation()).isEqualTo(new Generation(generation));
    assertThat(stage.status().conditions())
        .filteredOn(shown -> shown.type() == Condition.Type.RECOVERY_WAITS)
        .hasSize(generation == 1 ? 1 : 0)
        .allSatisfy(
            shown ->
                assertThat(shown.message()).contains(id, "--snapshot " + RecoveryFixture.NEWER));
  }

  /** Heartbeats that stand still were written before this turn: nothing is committed on them. */
  @Test
  @Guards("CommitRecovery")
  void nothingIsCommittedOnAHeartbeatOfAnEarlierTurn() {
    StoreStage stage = withGoodTrial();
    stage.whileAwaited = () -> {};

    stage.turn();

    assertThat(stage.lineage().generation()).isEqualTo(Generation.FIRST);
  }

  @Test
  @Guards("CommitRecovery")
  void aSourceThatIsBeingDeletedIsNotCommitted() {
    StoreStage stage = withGoodTrial();
    SnapshotRecord line =
        SnapshotRecord.taken(
                RecoveryFixture.manifest(stage.fixture, RecoveryFixture.NEWER, 45, 2, 55))
            .deleting();
    stage.put(Keys.snapshot(StoreStage.CLUSTER, line.id()), Codecs.SNAPSHOT.write(line));

    stage.turn();

    assertThat(stage.lineage().generation()).isEqualTo(Generation.FIRST);
  }

  /** Another controller's table has the generation already: this one was set back. */
  @Test
  void anotherBootstrapOfTheGenerationInTheMirrorHaltsTheTableBeforeTheCommit() {
    StoreStage stage = withGoodTrial();
    recordAnother(stage);

    stage.turn();

    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTED);
    assertThat(stage.lineage().generation()).isEqualTo(Generation.FIRST);
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.TABLE_ROLLED_BACK);
  }

  /** The other one was recorded after the mirror was read: the generation never becomes final. */
  @Test
  void anotherBootstrapOfTheGenerationInTheMirrorHaltsTheTable() {
    StoreStage stage = withGoodTrial();
    recordAnother(stage);
    stage.mirror = new UnreadMirror(stage.mirror);

    stage.turn();

    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTING);
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.TABLE_ROLLED_BACK);
  }

  private static void recordAnother(StoreStage stage) {
    StoreStage other = withGoodTrial();
    other.turn();
    var theirs = other.lineage().bootstrap().orElseThrow();
    stage.mirror.record(
        StoreStage.CLUSTER,
        ClusterFixture.UID,
        new Bootstrap(
            theirs.generation(),
            "another-token",
            theirs.clusterId(),
            theirs.voters(),
            "another",
            theirs.decidedAt(),
            theirs.source()));
  }

  /** A mirror that is written, and cannot be read. */
  private record UnreadMirror(LineageMirror written) implements LineageMirror {
    @Override
    public Result record(ClusterName cluster, ClusterUid uid, Bootstrap bootstrap) {
      return written.record(cluster, uid, bootstrap);
    }

    @Override
    public Result recordLost(ClusterName cluster, ClusterUid uid, LostBootstrap ancestor) {
      return written.recordLost(cluster, uid, ancestor);
    }

    @Override
    public Optional<MirroredLineage> read(ClusterName cluster) {
      throw new StoreUnavailableException("mirror", new IllegalStateException("test"));
    }
  }

  /** The emptied table was applied again: another UID, and the name belongs to the first. */
  @Test
  void anEmptyBootstrapOnAnEmptiedTableStillHalts() {
    StoreStage stage = StoreStage.of(ClusterFixture.registered(3));
    stage.mirror.record(
        StoreStage.CLUSTER,
        new ClusterUid("uid-of-the-first"),
        ClusterFixture.healthy(3).lineage.bootstrap().orElseThrow());

    stage.turn();

    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTING);
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.ARCHIVE_FOREIGN);
  }

  private static boolean dies(StoreStage stage, int at) {
    List<Integer> refused = new ArrayList<>();
    HookedStore dying =
        new HookedStore(
            stage.store,
            call -> {
              if (call >= at) {
                refused.add(call);
                throw new StoreUnavailableException("killed", new IllegalStateException("test"));
              }
            });
    try {
      stage.turn(dying, new Planner()::plan);
    } catch (StoreUnavailableException e) {
      assertThat(refused).isNotEmpty();
    }
    return !refused.isEmpty();
  }
}
