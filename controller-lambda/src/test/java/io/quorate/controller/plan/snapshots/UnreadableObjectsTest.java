package io.quorate.controller.plan.snapshots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.codec.JsonTree;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.controller.view.FleetView;
import io.quorate.guards.Guards;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.store.CatalogueLine;
import io.quorate.store.Expiry;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent may create any object under its cluster's prefix; whole turns over such a bucket. */
class UnreadableObjectsTest {
  private static final String PREFIX =
      SnapshotKeys.prefix(SnapshotFixture.DEMO, ClusterFixture.UID);
  private static final SnapshotRecord OLD = SnapshotFixture.verified(Duration.ofDays(90), 10);
  private static final SnapshotRecord NEWEST = SnapshotFixture.verified(Duration.ofMinutes(1), 50);

  private final Map<String, byte[]> bucket = InMemorySnapshotStore.emptyBucket();
  private final StoreStage stage =
      StoreStage.of(
          SnapshotFixture.of(3).spec("keep: {latest: 1, hourly: 0, daily: 0, weekly: 0}").cluster);

  @BeforeEach
  void twoVerifiedSnapshots() {
    stage.snapshots =
        (cluster, uid) -> Optional.of(new InMemorySnapshotStore(bucket, cluster, uid));
    put(OLD);
    put(NEWEST);
  }

  private void put(SnapshotRecord record) {
    line(record.id().value(), Codecs.SNAPSHOT.write(record));
    inBucket(record.manifest());
  }

  private void line(String id, Map<String, Object> attributes) {
    stage.put(new Key(Table.CLUSTERS, "demo", Keys.SNAPSHOT + id), attributes);
  }

  private void inBucket(SnapshotManifest manifest) {
    object(manifest.id() + ".json", JsonTree.pretty(Codecs.MANIFEST.write(manifest)));
    bucket.put(manifest.dataKey(), new byte[] {1});
  }

  private void object(String name, String content) {
    bucket.put(PREFIX + name, content.getBytes(UTF_8));
  }

  private List<SnapshotRecord> catalogue() {
    return stage.store.list(Table.CLUSTERS, "demo", Keys.SNAPSHOT).stream()
        .filter(item -> !Expiry.marked(item))
        .map(CatalogueLine::read)
        .toList();
  }

  private Request asks(RequestKind kind, String... arguments) {
    Request request = SnapshotFixture.asks(kind, arguments);
    Key key = Keys.request(SnapshotFixture.DEMO, request.id());
    stage.put(key, Codecs.REQUEST.write(request));
    stage.turn();
    return Codecs.REQUEST.read(stage.attributes(key), "request");
  }

  private String unreadable() {
    return stage.status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.OBJECTS_UNREADABLE)
        .map(Condition::message)
        .findFirst()
        .orElse("");
  }

  private static Map<String, Object> with(Map<String, Object> tree, String name, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(tree);
    changed.put(name, value);
    return changed;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"foo.pin", "foo.json", "20261301T000000Z-g1-0000.json", "x/foo.verified.json"})
  @Guards("OBJECTS_UNREADABLE")
  void aStrayObjectIsNamedAndHoldsUpNothing(String name) {
    object(name, "x");

    Request answer = asks(RequestKind.SYNC_SNAPSHOTS);

    assertThat(answer.state()).isEqualTo(Request.State.DONE);
    assertThat(answer.detail()).contains(PREFIX + name);
    assertThat(unreadable()).contains(PREFIX + name, "quorate snapshot sync demo");
    assertThat(stage.status().tasks().bucket().failures()).isEmpty();
    assertThat(catalogue()).as("retention goes on").containsExactly(NEWEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"schemaVersion\": 99}", "x"})
  void anUnreadableVerificationIsNamedAndLeavesTheSnapshotUnverified(String content) {
    SnapshotRecord taken =
        SnapshotRecord.found(SnapshotFixture.taken(Duration.ofSeconds(30), 51).manifest());
    put(taken);
    object(taken.id() + ".verified.json", content);

    assertThat(asks(RequestKind.SYNC_SNAPSHOTS).state()).isEqualTo(Request.State.DONE);

    assertThat(unreadable()).contains(taken.id() + ".verified.json");
    assertThat(catalogue()).contains(taken);
  }

  @Test
  void anUnreadablePinStillPinsAndAReadNameStays() {
    SnapshotRecord pinned =
        SnapshotFixture.verified(Duration.ofDays(91), 9).pinned(Optional.of("ann"));
    put(pinned);
    object(pinned.id() + ".pin", "{}");
    object(OLD.id() + ".pin", "{\"schemaVersion\": 99}");

    asks(RequestKind.SYNC_SNAPSHOTS);

    assertThat(catalogue()).extracting(SnapshotRecord::id).contains(OLD.id(), pinned.id());
    assertThat(catalogue())
        .extracting(SnapshotRecord::pinnedBy)
        .contains(Optional.of("ann"), Optional.of("a pin that cannot be read"));
    assertThat(unreadable()).contains(OLD.id() + ".pin", pinned.id() + ".pin");
  }

  /** Nothing but the manifest that stands under it may name a file. */
  @Test
  @Guards("OBJECTS_UNREADABLE")
  void aManifestThatNamesAnotherSnapshotsFileDeletesNothing() {
    SnapshotId forged = new SnapshotId("20200101T000000Z-g1-0001");
    Map<String, Object> real = Codecs.MANIFEST.write(NEWEST.manifest());
    object(forged + ".json", JsonTree.pretty(with(real, "snapshot", forged.value())));
    assertThat(asks(RequestKind.SYNC_SNAPSHOTS).state()).isEqualTo(Request.State.DONE);

    Request deletion = asks(RequestKind.DELETE_SNAPSHOT, "snapshot", forged.value());

    assertThat(deletion.state()).isEqualTo(Request.State.REFUSED);
    assertThat(bucket).containsKey(NEWEST.manifest().dataKey());
    assertThat(unreadable()).contains(forged + ".json", "dataKey");
  }

  /** The copy is neither added in each turn nor waited for. */
  @Test
  void aManifestUnderAnothersNameIsPassedOverAndTheLookRemembered() {
    String copy = JsonTree.pretty(Codecs.MANIFEST.write(NEWEST.manifest()));
    object("20200101T000000Z-g1-0001.json", copy);

    asks(RequestKind.SYNC_SNAPSHOTS);

    assertThat(catalogue()).containsExactly(NEWEST);
    assertThat(stage.status().tasks().bucket().lookedAt()).isPresent();
    assertThat(unreadable()).contains("20200101T000000Z-g1-0001.json", NEWEST.id().value());
  }

  /** It may stay for ever, and says nothing about how the cluster fares. */
  @Test
  void looksAtNoFleetForAnUnreadableObjectAlone() {
    stage.mirror.record(
        StoreStage.CLUSTER, ClusterFixture.UID, stage.lineage().bootstrap().orElseThrow());
    object("foo.pin", "x");
    asks(RequestKind.SYNC_SNAPSHOTS);
    stage.turn();
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.OBJECTS_UNREADABLE);

    stage.turn(
        view -> {
          assertThat(view.fleet()).isInstanceOf(FleetView.NotObserved.class);
          return new Planner().plan(view);
        });
  }

  @Test
  void manyUnreadableManifestsHideNoReadableOne() {
    SnapshotManifest unlisted = SnapshotFixture.taken(Duration.ofMinutes(30), 49).manifest();
    inBucket(unlisted);
    for (int n = 0; n < 60; n++) {
      object("2030010%dT0000%02dZ-g1-0001.json".formatted(n % 9 + 1, n), "x");
    }

    asks(RequestKind.SYNC_SNAPSHOTS);

    assertThat(stage.decisions()).contains("SYNC_CATALOGUE");
    assertThat(stage.status().tasks().bucket().failures()).isEmpty();
    assertThat(unreadable()).contains("and 57 more");
  }

  /** Lines that an earlier release stored. */
  @Test
  @Guards("OBJECTS_UNREADABLE")
  void aLineThatCannotBeReadEndsNoTurnAndIsNamed() {
    String impossible = "20261301T000000Z-g1-0000";
    Map<String, Object> real = Codecs.SNAPSHOT.write(NEWEST);
    line(impossible, with(real, "snapshot", impossible));
    line("20200101T000000Z-g1-0002", with(real, "snapshot", "20200101T000000Z-g1-0002"));

    TurnResult result = stage.turn();

    assertThat(result).isNotInstanceOf(TurnResult.Halted.class);
    assertThat(unreadable()).contains(impossible, "20200101T000000Z-g1-0002");
    assertThat(stage.decisions()).contains("DELETE_SNAPSHOT");
    assertThat(bucket).containsKey(NEWEST.manifest().dataKey());
    assertThat(bucket).doesNotContainKey(OLD.manifest().dataKey());
  }

  /** A manifest would be added to the catalogue in each turn, and refused each time. */
  @Test
  void theManifestOfALineThatCannotBeReadIsNotAddedAgain() {
    SnapshotRecord hidden = SnapshotFixture.taken(Duration.ofDays(2), 40);
    inBucket(hidden.manifest());
    line(hidden.id().value(), with(Codecs.SNAPSHOT.write(hidden), "schemaVersion", 99L));

    assertThat(asks(RequestKind.SYNC_SNAPSHOTS).state()).isEqualTo(Request.State.DONE);

    assertThat(unreadable()).contains(hidden.id().value(), "99");
    assertThat(stage.status().tasks().bucket().lookedAt()).isPresent();
  }
}
