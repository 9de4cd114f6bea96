package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.decision.ExpireSnapshots;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.CountingStore;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.plan.snapshots.Retention;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.SnapshotPolicy;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.CatalogueDigest;
import io.quorate.state.Condition;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A year of snapshots of which none was ever restored and found right. */
class LongCatalogueTest {
  private static final Duration INTERVAL = Duration.ofMinutes(30);
  private static final int A_YEAR = 365 * 48;
  private static final int MOST_UNVERIFIED = 100 + 48 + 90 + 104 + 1;

  /** What a year leaves; it takes seconds to live through. */
  private static final List<SnapshotRecord> YEAR = List.copyOf(livedThrough());

  private final SnapshotFixture fixture = SnapshotFixture.of(3);
  private final Instant now = ClusterFixture.NOW;

  private static SnapshotRecord taken(Instant at, long n) {
    return SnapshotRecord.taken(SnapshotFixture.manifest(at, Generation.FIRST, n % 50));
  }

  /** Each half hour one is taken, and what may go goes, as the controller deletes it. */
  private static List<SnapshotRecord> livedThrough() {
    SnapshotPolicy.Keep keep = SnapshotFixture.of(3).cluster.spec.snapshots().keep();
    List<SnapshotRecord> catalogue = new ArrayList<>();
    Instant from = ClusterFixture.NOW.minus(INTERVAL.multipliedBy(A_YEAR));
    for (int n = 1; n <= A_YEAR; n++) {
      Instant at = from.plus(INTERVAL.multipliedBy(n)).minusSeconds(60);
      SnapshotRecord next = taken(at, n);
      catalogue.add(n % 5 == 1 ? next.failed("HASH") : next);
      if (n % 48 == 0) {
        Set<SnapshotId> gone = new HashSet<>();
        Retention.toDelete(catalogue, keep, Set.of(), at).forEach(record -> gone.add(record.id()));
        catalogue.removeIf(record -> gone.contains(record.id()));
        assertThat(catalogue).as("after %d", n).hasSizeLessThanOrEqualTo(MOST_UNVERIFIED + 50);
      }
    }
    return catalogue;
  }

  private StoreStage stage(List<SnapshotRecord> catalogue) {
    fixture.cluster.status =
        fixture.cluster.status.withTasks(
            fixture
                .cluster
                .status
                .tasks()
                .withBucket(BucketUpkeep.NONE.looked(now, Optional.empty(), Optional.empty())));
    StoreStage stage = StoreStage.of(fixture.cluster);
    stage.now = now;
    catalogue.forEach(
        record ->
            stage.put(
                Keys.snapshot(SnapshotFixture.DEMO, record.id()), Codecs.SNAPSHOT.write(record)));
    return stage;
  }

  /** What a turn reads; every node beats once before it. */
  private static CountingStore turn(StoreStage stage) {
    CountingStore counting = new CountingStore(stage.store);
    stage.now = stage.now.plusSeconds(5);
    stage.whileAwaited.run();
    assertThat(stage.turn(counting, new Planner()::plan)).isInstanceOf(TurnResult.Settled.class);
    return counting;
  }

  /** Nothing is to be done: the newest was taken a moment ago, and its verification just failed. */
  private StoreStage quietAfterAYear() {
    fixture.failed(
        io.quorate.command.CommandKind.VERIFY_SNAPSHOT, 3, Duration.ofMinutes(-30), "i-2");
    StoreStage stage = stage(YEAR);
    for (int n = 0; n < 60; n++) {
      turn(stage);
    }
    return stage;
  }

  private static Optional<CatalogueDigest> digest(StoreStage stage) {
    return stage.status().tasks().bucket().catalogue();
  }

  @Test
  @Guards("EXPIRE_SNAPSHOTS")
  void aYearWithoutAVerificationLeavesABoundedCatalogueOfWhichASteadyTurnReadsTheNewestLines() {
    StoreStage stage = quietAfterAYear();
    assertThat(digest(stage)).isPresent();

    CountingStore first = turn(stage);
    CountingStore second = turn(stage);

    assertThat(second.itemsRead)
        .isLessThanOrEqualTo(CatalogueDigest.NEWEST_LINES + CatalogueDigest.MOST_OLDER + 20);
    // The condition has the fleet looked at, too.
    assertThat(second.requests).isEqualTo(first.requests).isEqualTo(5 + 2 + 1);
    assertThat(stage.status().conditions())
        .filteredOn(held -> held.type() == Condition.Type.SNAPSHOT_UNVERIFIED)
        .singleElement()
        .satisfies(held -> assertThat(held.message()).contains("stay than the spec keeps"));
  }

  /** What a steady turn comes to must not depend on how much of the catalogue it read. */
  @Test
  void itTellsTheSameByTheNewestLinesAsByAll() {
    StoreStage stage = quietAfterAYear();
    Status before = stage.status();

    turn(stage);
    assertThat(stage.status()).isEqualTo(before);
    stage.put(Keys.status(StoreStage.CLUSTER), Codecs.STATUS.write(withoutDigest(before)));
    turn(stage);
    assertThat(stage.status()).isEqualTo(before);
  }

  private static Status withoutDigest(Status status) {
    return status.withTasks(
        status.tasks().withBucket(status.tasks().bucket().withCatalogue(Optional.empty())));
  }

  @Test
  void aChangeAnOpenRequestOrAnHourReadsAllOfIt() {
    StoreStage stage = quietAfterAYear();
    int lines = stage.store.list(io.quorate.store.Table.CLUSTERS, "demo", Keys.SNAPSHOT).size();
    Request asks = Request.open("request-9", RequestKind.VERIFY_SNAPSHOT, Map.of(), "alice", now);
    stage.put(Keys.request(StoreStage.CLUSTER, asks.id()), Codecs.REQUEST.write(asks));
    assertThat(turn(stage).itemsRead).as("a request").isGreaterThan(lines);

    StoreStage other = quietAfterAYear();
    SnapshotRecord newer = taken(other.now, 7);
    other.put(Keys.snapshot(SnapshotFixture.DEMO, newer.id()), Codecs.SNAPSHOT.write(newer));
    assertThat(turn(other).itemsRead).as("a newer line").isGreaterThan(lines);

    StoreStage third = quietAfterAYear();
    third.fixture.silence("i-3");
    third.now = third.now.plus(Duration.ofMinutes(2));
    assertThat(turn(third).itemsRead).as("not steady").isGreaterThan(lines);

    StoreStage fourth = quietAfterAYear();
    fourth.now = fourth.now.plus(Duration.ofHours(1));
    assertThat(turn(fourth).itemsRead).as("the hourly look").isGreaterThan(lines);
  }

  /** Of lines that were not read nothing is known: none goes by what is not seen. */
  @Test
  @Guards("EXPIRE_SNAPSHOTS")
  void nothingExpiresByAPartOfTheCatalogue() {
    List<SnapshotRecord> year = new ArrayList<>(YEAR);
    fixture.spec("interval: 30m, keep: {latest: 1}");
    SnapshotRecord right = SnapshotFixture.verified(Duration.ofMinutes(2), 49);
    year.add(right);
    fixture.catalogue(year.toArray(SnapshotRecord[]::new));
    assertThat(fixture.cluster.plan().decision()).isInstanceOf(ExpireSnapshots.class);

    fixture.cluster.records = fixture.cluster.records.withoutOldLines();
    assertThat(fixture.cluster.plan().decision()).isNotInstanceOf(ExpireSnapshots.class);
  }

  /** Whatever is decided may change the catalogue. */
  @Test
  void aDecisionStrikesTheDigestOff() {
    fixture.catalogue(YEAR.toArray(SnapshotRecord[]::new));

    var deciding = fixture.cluster.plan();
    assertThat(deciding.decision().changes()).isTrue();
    assertThat(deciding.status().tasks().bucket().catalogue()).isEmpty();
  }
}
