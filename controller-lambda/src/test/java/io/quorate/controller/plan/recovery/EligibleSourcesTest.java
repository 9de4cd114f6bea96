package io.quorate.controller.plan.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Bootstrap;
import io.quorate.state.GenerationSource;
import io.quorate.state.Lineage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which snapshots may be restored, and which is best. */
class EligibleSourcesTest {
  private final ClusterFixture fixture = ClusterFixture.healthy(1);

  private SnapshotRecord taken(String id, long revision, long term, long index) {
    return SnapshotRecord.taken(
        RecoveryFixture.manifest(fixture, new SnapshotId(id), revision, term, index));
  }

  private Lineage reseeded(Lineage from, String snapshot, long fork) {
    Bootstrap before = from.bootstrap().orElseThrow();
    SnapshotId id = new SnapshotId(snapshot);
    return from.reseeding(
            new Bootstrap(
                from.generation().next(),
                "token-" + from.generation().next(),
                before.clusterId(),
                before.voters(),
                "n",
                ClusterFixture.NOW,
                Optional.of(
                    new GenerationSource(
                        id.generation(),
                        id,
                        "00ff",
                        fork,
                        fork + 1_000_000_000L,
                        "r",
                        Optional.empty()))))
        .committed();
  }

  private static List<String> ids(Lineage lineage, SnapshotRecord... catalogue) {
    return EligibleSources.of(lineage, List.of(catalogue)).stream()
        .map(record -> record.id().value())
        .toList();
  }

  /** Terms first, then indexes: a stale term's tail may be longer. */
  @Test
  void theHighestTermAndIndexOfAGenerationComesFirst() {
    assertThat(
            ids(
                fixture.lineage,
                taken("20260102T010000Z-g1-0001", 10, 2, 90),
                taken("20260102T020000Z-g1-0001", 99, 1, 99),
                taken("20260102T030000Z-g1-0001", 10, 2, 80)))
        .containsExactly(
            "20260102T010000Z-g1-0001", "20260102T030000Z-g1-0001", "20260102T020000Z-g1-0001");
  }

  @Test
  void whatIsBadOrBeingDeletedIsNoSource() {
    assertThat(
            ids(
                fixture.lineage,
                taken("20260102T010000Z-g1-0001", 10, 2, 90).failed("its hash is another"),
                taken("20260102T020000Z-g1-0001", 10, 2, 90).deleting()))
        .isEmpty();
  }

  /** A restore to an earlier state is not undone by a later snapshot of the abandoned branch. */
  @Test
  void whatAnAncestorWroteAfterItsForkIsAbandoned() {
    Lineage second = reseeded(fixture.lineage, "20260102T010000Z-g1-0001", 10);

    assertThat(
            ids(
                second,
                taken("20260102T010000Z-g1-0001", 10, 2, 20),
                taken("20260102T020000Z-g1-0001", 50, 2, 90),
                taken("20260102T003000Z-g1-0001", 5, 2, 9)))
        .containsExactly("20260102T010000Z-g1-0001", "20260102T003000Z-g1-0001");
  }

  @Test
  void theOwnGenerationComesBeforeItsAncestors() {
    Lineage second = reseeded(fixture.lineage, "20260102T010000Z-g1-0001", 10);

    assertThat(
            ids(
                second,
                taken("20260102T010000Z-g1-0001", 10, 9, 900),
                taken("20260102T040000Z-g2-0001", 1_000_000_011L, 2, 5)))
        .containsExactly("20260102T040000Z-g2-0001", "20260102T010000Z-g1-0001");
  }

  /** 3 continues 1: what 2 wrote belongs to nobody. */
  @Test
  void aGenerationThatIsNotOnTheWayIsNoSource() {
    Lineage second = reseeded(fixture.lineage, "20260102T010000Z-g1-0001", 10);
    Lineage third = reseeded(second, "20260102T003000Z-g1-0001", 5);

    assertThat(third.generation()).isEqualTo(new Generation(3));
    assertThat(
            ids(
                third,
                taken("20260102T040000Z-g2-0001", 1_000_000_011L, 2, 5),
                taken("20260102T010000Z-g1-0001", 10, 2, 20),
                taken("20260102T003000Z-g1-0001", 5, 2, 9)))
        .containsExactly("20260102T003000Z-g1-0001");
  }

  /** A streamed file's manifest overstates its revision: it is the source all the same. */
  @Test
  void theSnapshotThatWasRestoredStaysEligible() {
    Lineage second = reseeded(fixture.lineage, "20260102T010000Z-g1-0001", 9);

    assertThat(ids(second, taken("20260102T010000Z-g1-0001", 12, 2, 20)))
        .containsExactly("20260102T010000Z-g1-0001");
  }

  /** What the grandchild gave up of the child, it gave up of all that the child went on from. */
  @Test
  void theLowestForkOnTheWayBoundsAllBeforeIt() {
    Lineage second = reseeded(fixture.lineage, "20260102T010000Z-g1-0001", 50);
    Lineage third = reseeded(second, "20260102T020000Z-g2-0001", 20);

    assertThat(ids(third, taken("20260102T003000Z-g1-0001", 30, 2, 90))).isEmpty();
    assertThat(ids(third, taken("20260102T003000Z-g1-0001", 20, 2, 90))).hasSize(1);
  }

  @Test
  void anotherClustersSnapshotIsNoSource() {
    SnapshotManifest own = taken("20260102T010000Z-g1-0001", 10, 2, 90).manifest();
    SnapshotManifest other =
        new SnapshotManifest(
            own.id(),
            own.cluster(),
            new ClusterUid("uid-2"),
            own.etcdClusterId(),
            own.member(),
            own.instance(),
            SnapshotKeys.data(own.cluster(), new ClusterUid("uid-2"), own.id(), 1),
            own.position(),
            own.etcdVersion(),
            own.sizeBytes(),
            own.sha256(),
            own.hash(),
            own.takenAt(),
            own.because(),
            own.quorateVersion());

    assertThat(ids(fixture.lineage, SnapshotRecord.taken(own))).hasSize(1);
    assertThat(ids(fixture.lineage, SnapshotRecord.taken(other))).isEmpty();
  }
}
