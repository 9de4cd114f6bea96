package io.quorate.controller.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.guards.Guards;
import io.quorate.memory.InMemoryLineageMirror;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.GenerationSource;
import io.quorate.state.Lineage;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredLineage;
import io.quorate.store.Keys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bucket loses the mirror of the lineage while members serve, and gets it back (I1). */
class LineageMirrorLostTest {
  private final SnapshotFixture fixture = SnapshotFixture.of(3);
  private final InMemoryLineageMirror mirror = new InMemoryLineageMirror();
  private final Map<String, byte[]> bucket = InMemorySnapshotStore.emptyBucket();
  private StoreStage stage = StoreStage.of(fixture.cluster);

  @BeforeEach
  void withBucket() {
    stage.mirror = mirror;
    stage.snapshots =
        (cluster, uid) ->
            Optional.of(
                new InMemorySnapshotStore(bucket, SnapshotFixture.DEMO, ClusterFixture.UID));
  }

  private Bootstrap bootstrap() {
    return fixture.cluster.lineage.bootstrap().orElseThrow();
  }

  private TurnResult laterTurn(Duration time) {
    stage.now = stage.now.plus(time);
    stage.whileAwaited.run();
    return stage.turn();
  }

  private Optional<String> told() {
    return stage.status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.LINEAGE_NOT_MIRRORED)
        .map(Condition::message)
        .findFirst();
  }

  private Request rebuild() {
    return rebuild(RequestKind.REBUILD_LINEAGE);
  }

  private Request rebuild(RequestKind kind) {
    Request request = SnapshotFixture.asks(kind);
    stage.put(Keys.request(SnapshotFixture.DEMO, request.id()), Codecs.REQUEST.write(request));
    laterTurn(Duration.ofMinutes(2));
    return Codecs.REQUEST.read(
        stage.attributes(Keys.request(SnapshotFixture.DEMO, request.id())), "request");
  }

  @Test
  @Guards("LINEAGE_NOT_MIRRORED")
  void itIsToldOfAtTheNextLookAndWrittenAgainOnRequest() {
    mirror.record(StoreStage.CLUSTER, ClusterFixture.UID, bootstrap());
    stage.turn();
    assertThat(told()).isEmpty();

    mirror.lose(StoreStage.CLUSTER);
    laterTurn(Duration.ofMinutes(61));
    assertThat(told())
        .hasValueSatisfying(
            words ->
                assertThat(words)
                    .contains("demo/claim.json is missing", "quorate rebuild demo --yes"));

    Request answered = rebuild();

    assertThat(answered.state()).as(answered.detail()).isEqualTo(Request.State.DONE);
    assertThat(mirror.read(StoreStage.CLUSTER).flatMap(MirroredLineage::lineage))
        .contains(stage.lineage());
    assertThat(told()).isEmpty();
    assertThat(rebuild().detail()).contains("nothing was written");
  }

  @Test
  void ancestorsAreSaidToHaveBegunSoThatTheTableCanBeMadeFromTheBucketAgain() {
    Lineage second = secondGeneration();
    mirror.record(StoreStage.CLUSTER, ClusterFixture.UID, second.bootstrap().orElseThrow());
    stage.turn();
    assertThat(told())
        .hasValueSatisfying(words -> assertThat(words).contains("lineage/00000001.json"));

    assertThat(rebuild().state()).isEqualTo(Request.State.DONE);

    MirroredLineage now = mirror.read(StoreStage.CLUSTER).orElseThrow();
    assertThat(now.generations())
        .containsExactly(
            new LostBootstrap(Generation.FIRST, Optional.empty()),
            second.bootstrap().orElseThrow());
    assertThat(now.lineage()).contains(second);
  }

  /** The cluster serves generation 2, which began with a snapshot of generation 1. */
  private Lineage secondGeneration() {
    ClusterFixture cluster = fixture.cluster;
    Bootstrap before = bootstrap();
    Lineage second =
        cluster
            .lineage
            .reseeding(
                new Bootstrap(
                    new Generation(2),
                    before.clusterToken(),
                    before.clusterId(),
                    List.of(before.voters().getFirst()),
                    "n2",
                    ClusterFixture.NOW,
                    Optional.of(
                        new GenerationSource(
                            Generation.FIRST,
                            RecoveryFixture.NEWER,
                            "00ff",
                            45,
                            1_000_000_045,
                            "recovery-1-n",
                            Optional.empty()))))
            .committed();
    cluster.lineage = second;
    cluster
        .actors
        .values()
        .forEach(
            node -> node.joined(second.bootstrap().orElseThrow(), ClusterFixture.memberOf(node)));
    stage = StoreStage.of(cluster);
    withBucket();
    return second;
  }

  @Test
  @Guards({"ANSWER_RECOVERY_REQUEST", "LINEAGE_NOT_MIRRORED"})
  void anotherClustersBucketIsToldOfAndNeverOverwritten() {
    mirror.record(StoreStage.CLUSTER, new ClusterUid("uid-2"), bootstrap());
    stage.turn();
    assertThat(told()).hasValueSatisfying(words -> assertThat(words).contains("is of UID uid-2"));

    Request answered = rebuild();

    assertThat(answered.state()).isEqualTo(Request.State.REFUSED);
    assertThat(answered.detail()).contains("never overwritten");
    assertThat(mirror.read(StoreStage.CLUSTER).orElseThrow().uid())
        .isEqualTo(new ClusterUid("uid-2"));
  }

  @Test
  @Guards("HALT_ON_TABLE_ROLLBACK")
  void aBucketThatKnowsANewerGenerationHaltsThisTable() {
    Bootstrap before = bootstrap();
    mirror.record(StoreStage.CLUSTER, ClusterFixture.UID, before);
    secondGeneration();
    mirror.record(
        StoreStage.CLUSTER, ClusterFixture.UID, fixture.cluster.lineage.bootstrap().orElseThrow());
    stage.put(
        Keys.lineage(StoreStage.CLUSTER),
        Codecs.LINEAGE.write(
            new Lineage(ClusterFixture.UID, Lineage.State.COMMITTED, Optional.of(before))));
    fixture
        .cluster
        .actors
        .values()
        .forEach(node -> node.joined(before, ClusterFixture.memberOf(node)));
    stage.heartbeats();

    stage.turn();

    assertThat(stage.status().tableRollback())
        .hasValueSatisfying(
            halt -> assertThat(halt.evidence()).contains("00000002.json tells of generation 2"));
    assertThat(stage.decisions()).doesNotContain("START_TASK");
  }

  @Test
  void anotherBeginOfTheSameGenerationHaltsThisTable() {
    Bootstrap own = bootstrap();
    mirror.record(
        StoreStage.CLUSTER,
        ClusterFixture.UID,
        new Bootstrap(
            own.generation(),
            own.clusterToken(),
            own.clusterId(),
            own.voters(),
            "another",
            ClusterFixture.NOW));

    stage.turn();

    assertThat(stage.status().tableRollback()).isPresent();
  }

  @Test
  @Guards("LINEAGE_NOT_MIRRORED")
  void withoutAQuorumOfThisVeryGenerationNothingIsWritten() {
    fixture.cluster.node("i-2").answering = false;
    fixture.cluster.node("i-3").answering = false;
    stage.heartbeats();

    Request answered = rebuild();

    assertThat(answered.state()).isEqualTo(Request.State.REFUSED);
    assertThat(answered.detail()).contains("no quorum serves");
    assertThat(mirror.read(StoreStage.CLUSTER)).isEmpty();
  }

  @Test
  @Guards("LINEAGE_NOT_MIRRORED")
  void heartbeatsThatDoNotMoveConfirmNothing() {
    stage.whileAwaited = () -> {};

    Request answered = rebuild();

    assertThat(answered.state()).isEqualTo(Request.State.OPEN);
    assertThat(mirror.read(StoreStage.CLUSTER)).isEmpty();
  }
}
