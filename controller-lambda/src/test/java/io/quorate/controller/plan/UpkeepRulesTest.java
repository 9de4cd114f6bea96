package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.DeleteSnapshot;
import io.quorate.controller.decision.ExpireSnapshots;
import io.quorate.controller.decision.Prerequisite;
import io.quorate.controller.decision.PruneRequests;
import io.quorate.controller.decision.SweepOrphans;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Bootstrap;
import io.quorate.state.BucketUse;
import io.quorate.state.GenerationSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is done for requests, the catalogue and the bucket while nothing else is. */
class UpkeepRulesTest {
  private static final SnapshotRecord NEWEST = SnapshotFixture.verified(Duration.ofMinutes(1), 50);
  private static final SnapshotRecord OLD = SnapshotFixture.verified(Duration.ofDays(90), 10);

  private static SnapshotFixture keepingOne() {
    return SnapshotFixture.of(3)
        .spec("keep: {latest: 1, hourly: 0, daily: 0, weekly: 0}")
        .catalogue(OLD, NEWEST);
  }

  @Test
  @Guards({"PRUNE_REQUESTS", "PruneRequests"})
  void answeredRequestsGoAfterADayInParts() {
    List<Request> many = new ArrayList<>();
    for (int n = 0; n < 30; n++) {
      many.add(
          Request.open("r-" + n, RequestKind.TAKE_SNAPSHOT, Map.of(), "alice", ClusterFixture.NOW)
              .in(Request.State.DONE, "done", Map.of()));
    }
    SnapshotFixture fixture =
        SnapshotFixture.of(3).spec("interval: off").request(many.toArray(Request[]::new));
    fixture.cluster.after(Duration.ofDays(1));
    assertThat(fixture.cluster.plan().decision()).isNotInstanceOf(PruneRequests.class);

    fixture.cluster.after(Duration.ofSeconds(1));
    assertThat(fixture.cluster.plan().decision())
        .isInstanceOfSatisfying(
            PruneRequests.class, prune -> assertThat(prune.requests()).hasSize(25));
  }

  @Test
  @Guards("PRUNE_REQUESTS")
  void anOpenRequestIsNeverPruned() {
    SnapshotFixture fixture =
        SnapshotFixture.of(3)
            .spec("interval: off")
            .request(SnapshotFixture.asks(RequestKind.ISSUE_CERTIFICATE));
    fixture.cluster.after(Duration.ofDays(9));

    assertThat(fixture.cluster.plan().decision()).isNotInstanceOf(PruneRequests.class);
  }

  @Test
  @Guards("DELETE_SNAPSHOT")
  void whatTheRetentionLetsGoIsRecordedFirstAndDeletedThen() {
    assertThat(keepingOne().cluster.plan().decision())
        .isInstanceOfSatisfying(
            ExpireSnapshots.class, expire -> assertThat(expire.snapshots()).containsExactly(OLD));

    assertThat(keepingOne().catalogue(OLD.deleting(), NEWEST).cluster.plan().decision())
        .isInstanceOfSatisfying(
            DeleteSnapshot.class,
            delete ->
                assertThat(delete.prerequisite())
                    .contains(
                        new Prerequisite.DeleteObjects(
                            List.of(
                                SnapshotKeys.manifest(
                                    SnapshotFixture.DEMO, ClusterFixture.UID, OLD.id()),
                                SnapshotKeys.verified(
                                    SnapshotFixture.DEMO, ClusterFixture.UID, OLD.id()),
                                OLD.manifest().dataKey()),
                            Optional.empty(),
                            Optional.of(OLD.deleting()))));
  }

  @Test
  @Guards("EXPIRE_SNAPSHOTS")
  void whatATaskOrARequestNamesDoesNotGo() {
    SnapshotFixture task = keepingOne().open(CommandKind.VERIFY_SNAPSHOT, "i-2", OLD.id());
    SnapshotFixture request =
        keepingOne()
            .knows("i-2")
            .knows("i-3")
            .request(
                SnapshotFixture.asks(RequestKind.VERIFY_SNAPSHOT, "snapshot", OLD.id().value()));

    assertThat(task.cluster.plan().decision()).isNotInstanceOf(ExpireSnapshots.class);
    assertThat(request.cluster.plan().decision()).isNotInstanceOf(ExpireSnapshots.class);
  }

  /** A later loss may have nothing else to restore (I8). */
  @Test
  void whatAGenerationWasRestoredFromDoesNotGo() {
    SnapshotFixture fixture = keepingOne();
    ClusterFixture cluster = fixture.cluster;
    Bootstrap before = cluster.lineage.bootstrap().orElseThrow();
    Bootstrap second =
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
                    OLD.id(),
                    "00ff",
                    10,
                    1_000_000_010,
                    "recovery-1-n",
                    Optional.empty())));
    cluster.lineage = cluster.lineage.reseeding(second).committed();
    cluster.actors.values().forEach(n -> n.joined(second, ClusterFixture.memberOf(n)));

    assertThat(cluster.plan().decision()).isNotInstanceOf(ExpireSnapshots.class);
  }

  @Test
  void whileTheBucketRefusesNothingIsDeleted() {
    SnapshotFixture fixture = keepingOne().catalogue(OLD.deleting(), NEWEST);
    fixture.cluster.status =
        fixture.cluster.status.withTasks(
            fixture
                .cluster
                .status
                .tasks()
                .withBucket(
                    fixture
                        .cluster
                        .status
                        .tasks()
                        .bucket()
                        .failed(BucketUse.SNAPSHOTS, "away", ClusterFixture.NOW)));

    assertThat(fixture.cluster.plan().decision()).isNotInstanceOf(DeleteSnapshot.class);
  }

  /** The snapshots may be all that is left, or members write to another table. */
  @Test
  @Guards("EXPIRE_SNAPSHOTS")
  void whileNoQuorumServesNothingGoes() {
    String orphan =
        SnapshotKeys.prefix(SnapshotFixture.DEMO, ClusterFixture.UID)
            + "20260101T000000Z-g1-0001.1.db";
    List<SnapshotFixture> scenes =
        List.of(
            keepingOne(),
            keepingOne().catalogue(OLD.deleting(), NEWEST),
            SnapshotFixture.of(3)
                .catalogue(NEWEST)
                .bucket(
                    SnapshotFixture.holding(
                        Duration.ofHours(25), List.of(), List.of(orphan), NEWEST)));

    for (SnapshotFixture scene : scenes) {
      assertThat(scene.cluster.plan().decision().changes()).as("a quorum serves").isTrue();
      scene.cluster.node("i-2").answering = false;
      scene.cluster.node("i-3").answering = false;
      assertThat(scene.cluster.plan().decision())
          .isNotInstanceOfAny(ExpireSnapshots.class, DeleteSnapshot.class, SweepOrphans.class);
    }
  }

  @Test
  @Guards({"SWEEP_ORPHANS", "SweepOrphans"})
  void objectsWithoutAManifestGoAfterADayAndNoOthers() {
    String prefix = SnapshotKeys.prefix(SnapshotFixture.DEMO, ClusterFixture.UID);
    String orphan = prefix + "20260101T000000Z-g1-0001.1.db";
    String mark = prefix + "20260101T000000Z-g1-0001.verified.json";
    String foreign = prefix + "readme.txt";
    List<String> others = List.of(orphan, mark, foreign);

    assertThat(
            SnapshotFixture.of(3)
                .catalogue(NEWEST)
                .bucket(SnapshotFixture.holding(Duration.ofHours(25), List.of(), others, NEWEST))
                .cluster
                .plan()
                .decision())
        .isInstanceOfSatisfying(
            SweepOrphans.class,
            sweep -> assertThat(sweep.keys()).containsExactlyInAnyOrder(orphan, mark));
    assertThat(
            SnapshotFixture.of(3)
                .catalogue(NEWEST)
                .bucket(SnapshotFixture.holding(Duration.ofHours(23), List.of(), others, NEWEST))
                .cluster
                .plan()
                .decision())
        .isNotInstanceOf(SweepOrphans.class);
  }
}
