package io.quorate.controller.plan.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.RebuildCluster;
import io.quorate.controller.reconcile.RebuildResult;
import io.quorate.controller.reconcile.ResumeAfterRollback;
import io.quorate.controller.reconcile.ResumeResult;
import io.quorate.memory.InMemoryLineageMirror;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Bootstrap;
import io.quorate.state.Fork;
import io.quorate.state.GenerationSource;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.LineageMirror;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Records that a table has lost are written again, never as a new cluster's (I1). */
class RebuildClusterTest {
  private final ClusterFixture fixture = ClusterFixture.healthy(3);
  private final LineageMirror mirror = new InMemoryLineageMirror();
  private final StoreStage stage = StoreStage.of(fixture);

  private void mirrored() {
    mirror.record(
        StoreStage.CLUSTER, ClusterFixture.UID, fixture.lineage.bootstrap().orElseThrow());
  }

  /** The stage's records without these; every node's row is there. */
  private RecordStore without(Key... lost) {
    RecordStore left = new InMemoryRecordStore();
    for (Table table : Table.values()) {
      for (String partition : List.of(StoreStage.CLUSTER.value(), Keys.FLEET)) {
        for (Item item : stage.store.list(table, partition, "")) {
          if (!List.of(lost).contains(item.key())) {
            left.write(new Write.Put(item, Expect.anything()));
          }
        }
      }
    }
    return left;
  }

  private RecordStore emptied() {
    List<Key> all = new ArrayList<>();
    stage.store.list(Table.CLUSTERS, StoreStage.CLUSTER.value(), "").stream()
        .map(Item::key)
        .forEach(all::add);
    all.add(Keys.fleet(StoreStage.CLUSTER));
    return without(all.toArray(Key[]::new));
  }

  private RebuildResult rebuild(RecordStore store, Optional<ClusterSpec> desired) {
    return new RebuildCluster(store, stage.cloud(), () -> stage.now, () -> "rebuild-1")
        .run(StoreStage.CLUSTER, mirror.read(StoreStage.CLUSTER), desired, "somebody");
  }

  private void refused(RecordStore store, String why) {
    List<Item> before = store.list(Table.CLUSTERS, StoreStage.CLUSTER.value(), "");
    assertThat(rebuild(store, Optional.of(fixture.spec)))
        .isInstanceOfSatisfying(
            RebuildResult.Refused.class,
            refused -> assertThat(String.join("; ", refused.why())).contains(why));
    assertThat(store.list(Table.CLUSTERS, StoreStage.CLUSTER.value(), ""))
        .filteredOn(item -> !item.key().equals(Keys.lease(StoreStage.CLUSTER)))
        .containsExactlyInAnyOrderElementsOf(
            before.stream()
                .filter(item -> !item.key().equals(Keys.lease(StoreStage.CLUSTER)))
                .toList());
  }

  private static java.util.Map<String, Object> stored(RecordStore store, Key key) {
    return Objects.requireNonNull(store.read(List.of(key)).get(key), key.toString()).attributes();
  }

  private static Lineage lineage(RecordStore store) {
    return Codecs.LINEAGE.read(stored(store, Keys.lineage(StoreStage.CLUSTER)), "lineage");
  }

  private static Status status(RecordStore store) {
    return Codecs.STATUS.read(stored(store, Keys.status(StoreStage.CLUSTER)), "status");
  }

  @Test
  void anEmptiedTableIsTheSameClusterAgainAndWaitsForAPerson() {
    mirrored();
    RecordStore store = emptied();

    assertThat(rebuild(store, Optional.of(fixture.spec)))
        .isInstanceOfSatisfying(
            RebuildResult.Done.class, done -> assertThat(done.written()).hasSize(3));

    assertThat(lineage(store)).isEqualTo(fixture.lineage);
    assertThat(Codecs.SPEC.read(stored(store, Keys.spec(StoreStage.CLUSTER)), "spec").uid())
        .isEqualTo(ClusterFixture.UID);
    stage.pastTheLease();
    stage.turn(store, new Planner()::plan);
    assertThat(status(store).tableRollback())
        .hasValueSatisfying(halt -> assertThat(halt.evidence()).contains("rebuilt"));
    assertThat(status(store).operation()).isEmpty();
  }

  @Test
  void rebuildsAndResumesDespiteAStrangersNonsenseRow() {
    mirrored();
    RecordStore store = emptied();
    haunt(store);

    assertThat(rebuild(store, Optional.of(fixture.spec))).isInstanceOf(RebuildResult.Done.class);
    stage.pastTheLease();

    assertThat(
            new ResumeAfterRollback(store, stage.cloud(), () -> stage.now, () -> "resume-1")
                .run(StoreStage.CLUSTER, "somebody"))
        .isInstanceOf(ResumeResult.Done.class);
  }

  @Test
  void refusesAnUnreadableRowWhenEc2DoesNotAnswer() {
    mirrored();
    RecordStore store = emptied();
    haunt(store);
    stage.ec2Answers = false;

    assertThatThrownBy(() -> rebuild(store, Optional.of(fixture.spec)))
        .isInstanceOf(UnreadableRecordException.class);
  }

  @Test
  void refusesAnUnreadableRowOfAnInstanceOfTheGroup() {
    mirrored();
    RecordStore store = emptied();
    put(store, new InstanceId("i-2"));

    assertThatThrownBy(() -> rebuild(store, Optional.of(fixture.spec)))
        .isInstanceOf(UnreadableRecordException.class);
  }

  private static void haunt(RecordStore store) {
    put(store, new InstanceId("i-0badbadbadbadbad0"));
  }

  private static void put(RecordStore store, InstanceId instance) {
    Item row =
        new Item(
            Keys.node(StoreStage.CLUSTER, instance),
            java.util.Map.of("schemaVersion", 1L, "data", "NONSENSE"));
    store.write(new Write.Put(row, Expect.anything()));
  }

  @Test
  void resumedItIsHealthyAndNobodyIsSentAway() {
    mirrored();
    RecordStore store = emptied();
    rebuild(store, Optional.of(fixture.spec));
    stage.pastTheLease();

    assertThat(
            new ResumeAfterRollback(store, stage.cloud(), () -> stage.now, () -> "resume-1")
                .run(StoreStage.CLUSTER, "somebody"))
        .isInstanceOf(ResumeResult.Done.class);
    stage.turn(store, new Planner()::plan);

    Status now = status(store);
    assertThat(now.tableRollback()).isEmpty();
    assertThat(now.operation()).isEmpty();
    assertThat(now.terminations()).isEmpty();
    assertThat(lineage(store)).isEqualTo(fixture.lineage);
  }

  @Test
  void whatTheBucketDoesNotKnowIsNoClusterThatWasLost() {
    refused(emptied(), "holds no generation");
  }

  @Test
  void aRestoredGenerationComesBackWithItsForks() {
    mirrored();
    Bootstrap first = fixture.lineage.bootstrap().orElseThrow();
    GenerationSource source =
        new GenerationSource(
            Generation.FIRST,
            RecoveryFixture.NEWER,
            "00ff",
            45,
            1_000_000_045,
            "recovery-1-n",
            Optional.empty());
    mirror.record(
        StoreStage.CLUSTER,
        ClusterFixture.UID,
        new Bootstrap(
            new Generation(2),
            "uid-1-2-n",
            first.clusterId(),
            List.of(first.voters().getFirst()),
            "n2",
            ClusterFixture.NOW,
            Optional.of(source)));
    RecordStore store = emptied();

    assertThat(rebuild(store, Optional.of(fixture.spec))).isInstanceOf(RebuildResult.Done.class);

    assertThat(lineage(store).generation()).isEqualTo(new Generation(2));
    assertThat(lineage(store).ancestors())
        .containsExactly(new Fork(new Generation(2), Generation.FIRST, 45, RecoveryFixture.NEWER));
  }

  @Test
  void aBucketThatIsOlderThanANodeDescribesAnotherCluster() {
    mirrored();
    fixture.node("i-2").seenGeneration = new Generation(2);
    stage.heartbeats();

    refused(emptied(), "node i-2 holds UID uid-1 and generation 2");
  }

  @Test
  void aBucketOfAnotherUidDescribesAnotherCluster() {
    mirror.record(
        StoreStage.CLUSTER, new ClusterUid("uid-2"), fixture.lineage.bootstrap().orElseThrow());

    refused(emptied(), "the bucket UID uid-2");
    refused(without(Keys.status(StoreStage.CLUSTER)), "the lineage is of UID uid-1");
  }

  @Test
  void onlyWhatIsMissingIsWritten() {
    mirrored();
    RecordStore store = without(Keys.spec(StoreStage.CLUSTER));
    Lineage before = lineage(store);

    assertThat(rebuild(store, Optional.of(fixture.spec)))
        .isInstanceOfSatisfying(
            RebuildResult.Done.class,
            done -> assertThat(done.written()).singleElement().asString().contains("spec"));

    assertThat(lineage(store)).isEqualTo(before);
    assertThat(status(store).tableRollback()).isPresent();
  }

  @Test
  void withoutTheFileALostSpecIsNotInvented() {
    mirrored();

    assertThat(rebuild(emptied(), Optional.empty()))
        .isInstanceOfSatisfying(
            RebuildResult.Refused.class,
            refused -> assertThat(refused.why()).singleElement().asString().contains("with -f"));
  }

  @Test
  void whereNothingIsMissingOrTheClusterWasDeletedNothingIsWritten() {
    mirrored();
    refused(without(), "nothing is to be rebuilt");
    stage.put(Keys.lineage(StoreStage.CLUSTER), Codecs.LINEAGE.write(fixture.lineage.deleted()));
    refused(without(Keys.spec(StoreStage.CLUSTER)), "was deleted");
  }
}
