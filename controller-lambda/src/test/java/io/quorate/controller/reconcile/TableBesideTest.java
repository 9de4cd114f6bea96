package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.memory.InMemoryLineageMirror;
import io.quorate.memory.InMemorySnapshotStore;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.store.Keys;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A table is restored beside the one that members write to, and a controller has its turns on it,
 * with the same group, EC2 and bucket: nothing happens to the cluster (I1, I2, I8).
 */
class TableBesideTest {
  private static final int TURNS = 90;

  private final SnapshotFixture fixture =
      SnapshotFixture.of(3).spec("interval: 30m, keep: {latest: 1}");
  private final InMemoryLineageMirror mirror = new InMemoryLineageMirror();
  private final Map<String, byte[]> bucket = InMemorySnapshotStore.emptyBucket();

  private SnapshotStore store() {
    return new InMemorySnapshotStore(bucket, SnapshotFixture.DEMO, ClusterFixture.UID);
  }

  /** As the restored table has it; no row of it ever moves. */
  private StoreStage restored() throws IOException {
    StoreStage stage = StoreStage.of(fixture.cluster);
    stage.whileAwaited = () -> {};
    stage.mirror = mirror;
    stage.snapshots = (cluster, uid) -> Optional.of(store());
    mirror.record(
        StoreStage.CLUSTER, ClusterFixture.UID, fixture.cluster.lineage.bootstrap().orElseThrow());
    for (SnapshotRecord record :
        List.of(
            SnapshotFixture.verified(Duration.ofHours(40), 10),
            SnapshotFixture.verified(Duration.ofHours(30), 20),
            SnapshotFixture.taken(Duration.ofHours(29), 30))) {
      stage.put(Keys.snapshot(SnapshotFixture.DEMO, record.id()), Codecs.SNAPSHOT.write(record));
      try (SnapshotStore there = store()) {
        there.upload(
            record.manifest().dataKey(), new ByteArrayInputStream(new byte[] {1}), bytes -> {});
        there.createManifest(record.manifest());
      }
    }
    return stage;
  }

  private void nothingHappens(StoreStage stage) {
    for (int turn = 0; turn < 3; turn++) {
      stage.now = stage.now.plus(Duration.ofMinutes(1));
      stage.turn();
    }
    Map<String, byte[]> before = new TreeMap<>(bucket);
    List<String> decided = stage.decisions();
    for (int turn = 0; turn < TURNS; turn++) {
      stage.now = stage.now.plus(Duration.ofMinutes(1));
      stage.turn();
    }
    assertThat(stage.terminated).isEmpty();
    assertThat(stage.hooks.calls).isEmpty();
    assertThat(bucket).containsExactlyInAnyOrderEntriesOf(before);
    assertThat(stage.lineage()).isEqualTo(fixture.cluster.lineage);
    assertThat(stage.status().operation()).isEmpty();
    assertThat(stage.decisions().subList(decided.size(), stage.decisions().size()))
        .doesNotContain(
            "ADVANCE_RECOVERY", "COMMIT_RECOVERY", "ISSUE_INSTRUCTION", "DELETE_SNAPSHOT");
  }

  @Test
  void theSameMembersNothingHappens() throws IOException {
    nothingHappens(restored());
  }

  /** All that it names are gone, and those that serve have no row in it. */
  @Test
  void membersThatItDoesNotKnowNothingHappens() throws IOException {
    for (int n = 1; n <= 3; n++) {
      fixture.cluster.instances.put(new InstanceId("i-" + n), InstanceState.TERMINATED);
      fixture.cluster.lifecycles.remove(new InstanceId("i-" + n));
      fixture.cluster.instances.put(new InstanceId("i-new" + n), InstanceState.RUNNING);
      fixture.cluster.lifecycles.put(new InstanceId("i-new" + n), "InService");
    }

    nothingHappens(restored());
  }

  @Test
  @Guards("ANSWER_RECOVERY_REQUEST")
  void itDoesNotWriteTheBucketsLineage() throws IOException {
    StoreStage stage = restored();
    mirror.lose(StoreStage.CLUSTER);
    Request request = SnapshotFixture.asks(RequestKind.REBUILD_LINEAGE);
    for (int turn = 0; turn < 3; turn++) {
      stage.now = stage.now.plus(Duration.ofMinutes(1));
      stage.turn();
    }
    stage.put(Keys.request(SnapshotFixture.DEMO, request.id()), Codecs.REQUEST.write(request));

    stage.now = stage.now.plus(Duration.ofMinutes(1));
    stage.turn();

    Request answered =
        Codecs.REQUEST.read(
            stage.attributes(Keys.request(SnapshotFixture.DEMO, request.id())), "request");
    assertThat(answered.state()).isEqualTo(Request.State.REFUSED);
    assertThat(answered.detail()).contains("no quorum serves", "the tables that the agents write");
    assertThat(mirror.read(StoreStage.CLUSTER)).isEmpty();
  }
}
