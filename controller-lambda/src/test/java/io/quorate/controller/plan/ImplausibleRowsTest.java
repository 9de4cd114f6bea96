package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.command.TakeSnapshot;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlausibleNumbers;
import io.quorate.controller.plan.fencing.RevisionsSeen;
import io.quorate.controller.plan.snapshots.Catalogue;
import io.quorate.controller.reconcile.ResumeAfterRollback;
import io.quorate.controller.reconcile.ResumeResult;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.guards.Guards;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.state.Reached;
import io.quorate.state.TableRollback;
import io.quorate.store.Key;
import io.quorate.store.NodeListing;
import io.quorate.store.Table;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Numbers that only grow are believed as far as they can have come; any agent can write a row. */
class ImplausibleRowsTest {
  private static final long FAR = 1L << 50;
  private static final InstanceId DEAD = new InstanceId("i-3");

  private final ClusterFixture fixture = ClusterFixture.healthy(5).terminate("i-3");

  private enum Lie {
    TOKEN("seenToken"),
    GENERATION("seenGeneration"),
    REVISION("revision");

    private final String word;

    Lie(String word) {
      this.word = word;
    }
  }

  private void tells(String instance, Lie lie) {
    NodeFixture node = fixture.node(instance);
    switch (lie) {
      case TOKEN -> node.seenToken = new FencingToken(FAR);
      case GENERATION -> node.seenGeneration = new Generation(FAR);
      case REVISION -> node.revision = FAR;
    }
  }

  private static Optional<String> told(StoreStage stage, Condition.Type type) {
    return stage.status().conditions().stream()
        .filter(held -> held.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  @ParameterizedTest
  @EnumSource(Lie.class)
  @Guards({"PlausibleNumbers#1", "PlausibleNumbers#2", "PlausibleNumbers#3"})
  void aRowThatTellsOfANumberThatNobodyIssuedIsNamedAndNotBelieved(Lie lie) {
    tells("i-2", lie);
    StoreStage stage = StoreStage.of(fixture);

    stage.turn();

    assertThat(told(stage, Condition.Type.NODE_ROW_UNREADABLE))
        .hasValueSatisfying(
            words -> assertThat(words).contains("row i-2", lie.word + " is " + FAR, "issued"));
    assertThat(stage.status().tableRollback()).isEmpty();
    assertThat(stage.status().data().reached().revisionSeen()).isLessThan(FAR);
    assertThat(stage.status().data().reached().generation()).isEqualTo(Generation.FIRST);
  }

  /** Else an instance that is gone could stop all repairs for ever. */
  @ParameterizedTest
  @EnumSource(Lie.class)
  void theRowOfATerminatedInstanceStopsNothing(Lie lie) {
    tells("i-3", lie);
    StoreStage stage = StoreStage.of(fixture);

    TurnResult result = stage.turn();

    assertThat(result).isNotInstanceOf(TurnResult.Halted.class);
    assertThat(stage.status().operation()).as("the dead member is removed").isPresent();
    assertThat(stage.status().tableRollback()).isEmpty();
  }

  /** A table that was restored is older by no more than that. */
  @Test
  void whatATableMayHaveForgottenIsBelieved() {
    fixture.node("i-2").seenGeneration = new Generation(1_001);
    StoreStage generations = StoreStage.of(fixture);
    generations.turn();
    assertThat(generations.status().tableRollback()).isPresent();

    fixture.node("i-2").seenGeneration = Generation.FIRST;
    fixture.node("i-2").seenToken = new FencingToken(1L << 32);
    StoreStage tokens = StoreStage.of(fixture);
    tokens.turn();
    assertThat(tokens.status().tableRollback()).isPresent();
  }

  @Test
  void resumingTakesNoTokenPastOneThatNobodyIssued() {
    fixture.status =
        fixture.status.withTableRollback(
            Optional.of(new TableRollback("it was restored", fixture.now)));
    fixture.status = fixture.status.withTombstones(Map.of(DEAD, fixture.now));
    tells(DEAD.value(), Lie.TOKEN);
    StoreStage stage = StoreStage.of(fixture);

    ResumeResult resumed =
        new ResumeAfterRollback(stage.store, stage.cloud(), () -> stage.now, () -> "resume-1")
            .run(StoreStage.CLUSTER, "somebody");

    assertThat(resumed)
        .isInstanceOfSatisfying(
            ResumeResult.Done.class, done -> assertThat(done.token().value()).isLessThan(1_000));
  }

  @Test
  void aRevisionThatWasBelievedOnceCountsAsFarAsTheClusterCanHaveCome() {
    fixture.status =
        fixture.status.withData(
            fixture
                .status
                .data()
                .reaching(new Reached(Generation.FIRST, 2, 60, Long.MAX_VALUE - 1)));
    ClusterState clusterState = ClusterStates.of(fixture.view());

    assertThat(RevisionsSeen.highest(clusterState))
        .isEqualTo(PlausibleNumbers.revision(fixture.view()))
        .isLessThan(2 * PlausibleNumbers.GAP);
  }

  @Test
  void aClusterCanHaveComeAsFarAsItWritesSinceItsGenerationBegan() {
    long atOnce = PlausibleNumbers.revision(fixture.view());
    fixture.now = fixture.now.plus(Duration.ofDays(365));

    assertThat(PlausibleNumbers.revision(fixture.view()) - atOnce)
        .isEqualTo(Duration.ofDays(365).toSeconds() * 100_000);
  }

  /** An agent made it up: no key would ever have changed since. */
  @Test
  void aSnapshotPastWhatTheClusterCanHaveWrittenEndsNoSchedule() {
    SnapshotRecord forged = SnapshotFixture.taken(Duration.ofMinutes(1), FAR);
    SnapshotRecord real = SnapshotFixture.taken(Duration.ofHours(1), 40);
    ClusterFixture cluster = SnapshotFixture.of(3).catalogue(real, forged).cluster;

    assertThat(cluster.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> assertThat(start.command()).isInstanceOf(TakeSnapshot.class));
  }

  /** Any agent can put a manifest into the bucket. */
  @Test
  void aSnapshotThatWasOnlyFoundEndsNoScheduleAndCoversNothing() {
    SnapshotRecord forged =
        SnapshotRecord.found(SnapshotFixture.taken(Duration.ofMinutes(1), 50).manifest())
            .verifiedBy(new SnapshotRecord.Verified(ClusterFixture.NOW, 1));
    SnapshotRecord real = SnapshotFixture.verified(Duration.ofHours(1), 40);
    ClusterFixture cluster = SnapshotFixture.of(3).catalogue(real, forged).cluster;

    assertThat(cluster.plan().decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> assertThat(start.command()).isInstanceOf(TakeSnapshot.class));
    assertThat(Catalogue.of(cluster.view()).newestVerified()).contains(real);
    assertThat(Catalogue.of(cluster.view()).find(forged.id()))
        .as("it is a source all the same")
        .contains(forged);
  }

  @Test
  @Guards("RECORD_UNREADABLE")
  void aClusterWithMoreRowsThanAreReadHaltsAndNamesTheLargest() {
    StoreStage stage = StoreStage.of(fixture);
    for (int n = 0; n < 25; n++) {
      stage.put(
          new Key(Table.NODES, StoreStage.CLUSTER.value(), "i-0bad" + n),
          Map.of("text", "a".repeat(390_000)));
    }

    TurnResult result = stage.turn();

    assertThat(result)
        .isInstanceOfSatisfying(
            TurnResult.Halted.class,
            halted ->
                assertThat(halted.message())
                    .contains("more than " + NodeListing.MOST_ROWS, "i-0bad", "390004 bytes"));
    assertThat(stage.terminated).isEmpty();
  }

  @Test
  void aRowThatIsTooLargeIsUnreadableByItself() {
    StoreStage stage = StoreStage.of(fixture);
    Map<String, Object> row =
        new HashMap<>(Codecs.HEARTBEAT.write(fixture.node("i-2").heartbeat(fixture)));
    row.put("padding", "a".repeat(NodeListing.LARGEST_ROW));
    stage.put(new Key(Table.NODES, StoreStage.CLUSTER.value(), "i-2"), row);

    stage.turn();

    assertThat(told(stage, Condition.Type.NODE_ROW_UNREADABLE))
        .hasValueSatisfying(words -> assertThat(words).contains("i-2", "expected at most 65536"));
  }
}
