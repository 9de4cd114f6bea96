package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.codec.CommandCodec;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.command.Outcome.Result;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.RefusingBucket;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.snapshots.SnapshotAgreementTest;
import io.quorate.guards.Guards;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotRecord.Agreement;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import io.quorate.state.Condition;
import io.quorate.state.OpenCommand;
import io.quorate.store.Expiry;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whole turns over a store and a bucket in memory. */
class SnapshotOnStoreTest {
  private final SnapshotFixture fixture = SnapshotFixture.of(3);
  private final Map<String, byte[]> bucket = InMemorySnapshotStore.emptyBucket();
  private StoreStage stage = StoreStage.of(fixture.cluster);

  @BeforeEach
  void withBucket() {
    stage.snapshots = (cluster, uid) -> Optional.of(store());
  }

  private SnapshotStore store() {
    return new InMemorySnapshotStore(bucket, SnapshotFixture.DEMO, ClusterFixture.UID);
  }

  private void onceMore() {
    stage = StoreStage.of(fixture.cluster);
    withBucket();
  }

  private Optional<CommandSlot> slot(String instance) {
    Key key = Keys.command(StoreStage.CLUSTER, Lane.MAINTENANCE, new InstanceId(instance));
    return Optional.ofNullable(stage.store.read(List.of(key)).get(key))
        .map(item -> CommandCodec.read(item.attributes(), "slot"));
  }

  private List<SnapshotRecord> catalogue() {
    return stage.store.list(Table.CLUSTERS, "demo", Keys.SNAPSHOT).stream()
        .filter(item -> !Expiry.marked(item))
        .map(item -> Codecs.SNAPSHOT.read(item.attributes(), "snapshot"))
        .toList();
  }

  private void put(SnapshotRecord record) {
    stage.put(Keys.snapshot(SnapshotFixture.DEMO, record.id()), Codecs.SNAPSHOT.write(record));
    inBucket(record.manifest());
  }

  private void inBucket(SnapshotManifest manifest) {
    try (SnapshotStore there = store()) {
      there.upload(manifest.dataKey(), new ByteArrayInputStream(new byte[] {1}), bytes -> {});
      there.createManifest(manifest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Time passes, every node beats once more, and the controller has its turn. */
  private void after(Duration time) {
    stage.now = stage.now.plus(time);
    stage.whileAwaited.run();
    stage.turn();
  }

  private Request asked(Request request) {
    stage.put(Keys.request(SnapshotFixture.DEMO, request.id()), Codecs.REQUEST.write(request));
    return request;
  }

  private Request request() {
    return Codecs.REQUEST.read(
        stage.attributes(Keys.request(SnapshotFixture.DEMO, "request-1")), "request");
  }

  @Test
  @Guards("CloseCommand")
  void aTaskIsToldDoneAndClosedWithItsLineInOneTransaction() {
    stage.turn();
    OpenCommand open = stage.status().tasks().open().orElseThrow();
    assertThat(slot("i-2").orElseThrow().state()).isEqualTo(CommandSlot.State.OPEN);

    SnapshotId id = new SnapshotId(open.subject());
    SnapshotManifest taken = SnapshotFixture.manifest(id.mintedAt(), Generation.FIRST, 50);
    SnapshotManifest manifest =
        new SnapshotManifest(
            id,
            taken.cluster(),
            taken.uid(),
            taken.etcdClusterId(),
            taken.member(),
            taken.instance(),
            SnapshotKeys.data(taken.cluster(), taken.uid(), id, 1),
            taken.position(),
            taken.etcdVersion(),
            taken.sizeBytes(),
            taken.sha256(),
            taken.hash(),
            taken.takenAt(),
            taken.because(),
            taken.quorateVersion());
    inBucket(manifest);
    fixture.cluster.status = stage.status();
    fixture.answers("i-2", Result.DONE, SnapshotFixture.values(manifest), "done");
    stage.heartbeats();
    stage.turn();

    assertThat(catalogue()).extracting(SnapshotRecord::id).contains(id);
    assertThat(stage.decisions()).contains("START_TASK", "CLOSE_TASK");
    // The first verification follows in the same turn, on the next look.
    assertThat(stage.status().tasks().open().orElseThrow().kind())
        .isEqualTo(CommandKind.VERIFY_SNAPSHOT);
  }

  @Test
  @Guards("StartCommand")
  void aTaskIsNotToldTwiceByTurnsThatRace() {
    stage.turn();
    int told = stage.decisions().size();
    stage.turn();
    stage.turn();

    assertThat(stage.decisions()).hasSize(told);
  }

  @Test
  @Guards("ExpireSnapshots")
  void expiredSnapshotsLeaveTheBucketManifestFirstAndThenTheCatalogue() {
    fixture.spec("keep: {latest: 1, hourly: 0, daily: 0, weekly: 0}");
    onceMore();
    SnapshotRecord old = SnapshotFixture.verified(Duration.ofDays(90), 10);
    SnapshotRecord newest = SnapshotFixture.verified(Duration.ofMinutes(1), 50);
    put(old);
    put(newest);

    stage.turn();

    assertThat(catalogue()).containsExactly(newest);
    assertThat(bucket.keySet())
        .containsExactlyInAnyOrder(
            SnapshotKeys.manifest(SnapshotFixture.DEMO, ClusterFixture.UID, newest.id()),
            newest.manifest().dataKey());
    assertThat(stage.decisions()).contains("EXPIRE_SNAPSHOTS", "DELETE_SNAPSHOT");
  }

  @Test
  @Guards({"DELETE_SNAPSHOT", "DeleteSnapshot"})
  void aBucketThatIsAwayIsToldAndAskedAgainLaterEachTime() {
    fixture.spec("keep: {latest: 1, hourly: 0, daily: 0, weekly: 0}");
    onceMore();
    SnapshotRecord old = SnapshotFixture.verified(Duration.ofDays(90), 10);
    SnapshotRecord newest = SnapshotFixture.verified(Duration.ofMinutes(1), 50);
    put(old);
    put(newest);
    RefusingBucket refusing = new RefusingBucket(store(), Cause.STORE_AWAY, old.id());
    stage.snapshots = (cluster, uid) -> Optional.of(refusing);

    stage.turn();
    stage.turn();
    assertThat(refusing.asked()).isEqualTo(1);
    assertThat(catalogue())
        .extracting(SnapshotRecord::state)
        .containsExactly(SnapshotRecord.State.DELETING, SnapshotRecord.State.VERIFIED);
    assertThat(stage.status().conditions())
        .anySatisfy(
            held -> {
              assertThat(held.type()).isEqualTo(Condition.Type.SNAPSHOT_FAILED);
              assertThat(held.message()).contains("STORE_AWAY");
            });

    after(Duration.ofMinutes(2));
    assertThat(refusing.asked()).isEqualTo(2);

    withBucket();
    after(Duration.ofMinutes(3));
    assertThat(catalogue()).extracting(SnapshotRecord::id).doesNotContain(old.id());
    assertThat(stage.status().tasks().bucket().failures()).isEmpty();
  }

  @Test
  @Guards("DELETE_SNAPSHOT")
  void whatTheBucketRefusesToDeleteIsToldHoldsNothingUpAndIsNotAskedForAgain() {
    fixture.spec("keep: {latest: 1, hourly: 0, daily: 0, weekly: 0}");
    onceMore();
    SnapshotRecord locked = SnapshotFixture.verified(Duration.ofDays(90), 10);
    SnapshotRecord old = SnapshotFixture.verified(Duration.ofDays(80), 11);
    put(locked);
    put(old);
    put(SnapshotFixture.verified(Duration.ofMinutes(1), 50));
    RefusingBucket refusing = new RefusingBucket(store(), Cause.REFUSED, locked.id());
    stage.snapshots = (cluster, uid) -> Optional.of(refusing);

    for (int hour = 0; hour < 30; hour++) {
      after(Duration.ofHours(1));
    }

    assertThat(refusing.asked()).isEqualTo(1);
    assertThat(catalogue()).extracting(SnapshotRecord::id).doesNotContain(old.id());
    assertThat(catalogue().getFirst())
        .satisfies(record -> assertThat(record.id()).isEqualTo(locked.id()))
        .satisfies(record -> assertThat(record.usable()).isFalse())
        .satisfies(record -> assertThat(record.kept()).isTrue());
    assertThat(stage.status().conditions())
        .anySatisfy(
            held -> {
              assertThat(held.type()).isEqualTo(Condition.Type.SNAPSHOT_FAILED);
              assertThat(held.message())
                  .contains("refuses to delete snapshot " + locked.id(), "an object lock", "sync");
            });

    withBucket();
    asked(SnapshotFixture.asks(RequestKind.SYNC_SNAPSHOTS));
    after(Duration.ofMinutes(1));
    after(Duration.ofMinutes(1));
    assertThat(catalogue()).extracting(SnapshotRecord::id).doesNotContain(locked.id());
    assertThat(bucket.keySet()).noneMatch(key -> key.contains(locked.id().value()));
  }

  @Test
  void aTurnTellsWhatARecoveryWouldLoseAndTake() {
    put(SnapshotFixture.verified(Duration.ofMinutes(20), 50));

    assertThat(stage.turn())
        .isInstanceOfSatisfying(
            TurnResult.Settled.class,
            settled -> {
              assertThat(settled.snapshots().newest()).contains(Duration.ofMinutes(20));
              assertThat(settled.snapshots().verified()).contains(Duration.ofMinutes(20));
              assertThat(settled.snapshots().restore()).isPresent();
            });
  }

  @Test
  @Guards("SYNC_CATALOGUE")
  void syncMakesALostCatalogueAgain() {
    fixture.spec("interval: off");
    onceMore();
    SnapshotManifest lost =
        SnapshotFixture.manifest(
            ClusterFixture.NOW.minus(Duration.ofHours(2)), Generation.FIRST, 30);
    inBucket(lost);
    store().pin(lost.id(), "bob");
    asked(SnapshotFixture.asks(RequestKind.SYNC_SNAPSHOTS));

    TurnResult result = stage.turn();

    assertThat(result).isInstanceOf(TurnResult.Settled.class);
    assertThat(request().state()).isEqualTo(Request.State.DONE);
    assertThat(catalogue())
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.manifest()).isEqualTo(lost);
              assertThat(record.pinnedBy()).contains("bob");
            });
  }

  @Test
  @Guards("AnswerRequest")
  void aPinStandsInTheBucketAndKeepsTheSnapshot() {
    fixture.spec("keep: {latest: 1, hourly: 0, daily: 0, weekly: 0}");
    onceMore();
    SnapshotRecord old = SnapshotFixture.verified(Duration.ofDays(90), 10);
    put(old);
    put(SnapshotFixture.verified(Duration.ofMinutes(1), 50));
    asked(SnapshotFixture.asks(RequestKind.PIN_SNAPSHOT, "snapshot", old.id().value()));

    stage.turn();

    assertThat(request().state()).isEqualTo(Request.State.DONE);
    assertThat(store().pinnedBy(old.id())).contains("alice");
    assertThat(catalogue()).extracting(SnapshotRecord::id).contains(old.id());
  }

  @Test
  @Guards("RecordAgreement")
  void theBucketIsMarkedBesideASnapshotThatDiffers() {
    SnapshotAgreementTest.differs(fixture.cluster, "i-1", 3);
    onceMore();
    SnapshotRecord differing =
        SnapshotRecord.taken(
            RecoveryFixture.manifest(fixture.cluster, RecoveryFixture.NEWER, 50, 2, 60));
    put(differing);

    stage.turn();

    assertThat(store().differs(differing.id()))
        .hasValueSatisfying(why -> assertThat(why).contains("differed from those of a majority"));
    assertThat(catalogue()).containsExactly(differing.agreeing(Agreement.DIFFERS));
  }

  /** An agent may write what it likes under its cluster's prefix. */
  @Test
  void aMarkIsBelievedOnlyWhereThereIsNoLine() {
    SnapshotRecord listed = SnapshotFixture.verified(Duration.ofMinutes(1), 50);
    SnapshotManifest lost =
        SnapshotFixture.manifest(
            ClusterFixture.NOW.minus(Duration.ofHours(1)), Generation.FIRST, 40);
    SnapshotManifest unmarked =
        SnapshotFixture.manifest(
            ClusterFixture.NOW.minus(Duration.ofHours(2)), Generation.FIRST, 30);
    put(listed);
    inBucket(lost);
    inBucket(unmarked);
    store().createDiffers(listed.id(), "somebody says so");
    store().createDiffers(lost.id(), "member 1 differed");

    stage.turn();

    assertThat(catalogue())
        .containsExactlyInAnyOrder(
            listed,
            SnapshotRecord.found(unmarked),
            SnapshotRecord.found(lost).agreeing(Agreement.DIFFERS));
  }

  /** What the controller's own commands brought back is verified by one of these alone. */
  @Test
  void aMarkVerifiesNoSnapshotOfTheControllersOwn() {
    SnapshotRecord own = SnapshotFixture.taken(Duration.ofMinutes(1), 50);
    SnapshotManifest found =
        SnapshotFixture.manifest(
            ClusterFixture.NOW.minus(Duration.ofHours(1)), Generation.FIRST, 40);
    SnapshotRecord.Verified mark = new SnapshotRecord.Verified(ClusterFixture.NOW, 1);
    put(own);
    inBucket(found);
    store().createVerified(own.id(), mark);
    store().createVerified(found.id(), mark);

    stage.turn();

    assertThat(catalogue())
        .containsExactlyInAnyOrder(own, SnapshotRecord.found(found).verifiedBy(mark));
  }

  @Test
  void withoutABucketAndWithoutSnapshotsNothingIsWritten() {
    fixture.spec("interval: off");
    onceMore();
    stage.turn();
    var records = stage.records();

    stage.now = stage.now.plus(Duration.ofHours(2));
    stage.turn();

    assertThat(stage.records()).isEqualTo(records);
  }
}
