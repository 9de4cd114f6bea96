package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.SyncCatalogue;
import io.quorate.controller.plan.state.StatusCarryOver;
import io.quorate.controller.view.BucketView;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.BucketUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SyncWithBucketTest {
  private static final SnapshotRecord LISTED = SnapshotFixture.taken(Duration.ofMinutes(5), 50);
  private static final SnapshotManifest UNLISTED =
      SnapshotFixture.manifest(ClusterFixture.NOW.minus(Duration.ofHours(5)), Generation.FIRST, 20);

  private static SnapshotFixture fixture(BucketView bucket, SnapshotRecord... catalogue) {
    return SnapshotFixture.of(3).spec("verify: off").catalogue(catalogue).bucket(bucket);
  }

  private static SyncCatalogue sync(SnapshotFixture fixture) {
    assertThat(fixture.cluster.plan().decision()).isInstanceOf(SyncCatalogue.class);
    return (SyncCatalogue) fixture.cluster.plan().decision();
  }

  @Test
  @Guards("SYNC_CATALOGUE")
  void aManifestWithoutALineGetsOneAndALineWithoutAManifestGoes() {
    SnapshotRecord gone = SnapshotFixture.taken(Duration.ofHours(9), 10);
    BucketView bucket =
        SnapshotFixture.holding(Duration.ofHours(1), List.of(UNLISTED), List.of(), LISTED);

    assertThat(sync(fixture(bucket, gone, LISTED)).lines())
        .containsExactlyInAnyOrder(
            CatalogueChange.add(SnapshotRecord.taken(UNLISTED)), CatalogueChange.remove(gone));
  }

  @Test
  void marksInTheBucketAreTaken() {
    SnapshotRecord.Verified found = new SnapshotRecord.Verified(ClusterFixture.NOW, 7);
    BucketView.Observed plain =
        SnapshotFixture.holding(Duration.ofHours(1), List.of(), List.of(), LISTED);
    BucketView marked =
        new BucketView.Observed(
            plain.objects(),
            List.of(),
            Map.of(LISTED.id(), found),
            Map.of(LISTED.id(), "bob"),
            Set.of(),
            List.of(),
            true,
            plain.mirror());

    assertThat(sync(fixture(marked, LISTED)).lines())
        .containsExactly(
            CatalogueChange.replace(LISTED, LISTED.pinned(Optional.of("bob")).verifiedBy(found)));
  }

  @Test
  void aSnapshotThatIsMarkedAsDifferingGetsSuchALine() {
    BucketView.Observed plain =
        SnapshotFixture.holding(Duration.ofHours(1), List.of(UNLISTED), List.of());
    BucketView marked =
        new BucketView.Observed(
            plain.objects(),
            plain.manifests(),
            Map.of(),
            Map.of(),
            Set.of(UNLISTED.id()),
            List.of(),
            true,
            plain.mirror());

    assertThat(sync(fixture(marked)).lines())
        .containsExactly(
            CatalogueChange.add(
                SnapshotRecord.taken(UNLISTED).agreeing(SnapshotRecord.Agreement.DIFFERS)));
  }

  @Test
  void aRecordedDeletionGoesOnByItself() {
    SnapshotRecord deleting = SnapshotFixture.taken(Duration.ofHours(9), 10).deleting();
    BucketView bucket = SnapshotFixture.holding(Duration.ofHours(1), List.of(), List.of(), LISTED);

    assertThat(fixture(bucket, deleting, LISTED).cluster.plan().decision())
        .isNotInstanceOf(SyncCatalogue.class);
  }

  @Test
  void aRequestIsAnsweredEvenIfNothingDiffers() {
    BucketView bucket = SnapshotFixture.holding(Duration.ofHours(1), List.of(), List.of(), LISTED);
    SnapshotFixture fixture =
        fixture(bucket, LISTED).request(SnapshotFixture.asks(RequestKind.SYNC_SNAPSHOTS));

    assertThat(sync(fixture).request().orElseThrow().after().state()).isEqualTo(Request.State.DONE);
    assertThat(fixture.cluster.plan().status().tasks().bucket().lookedAt())
        .contains(ClusterFixture.NOW);
  }

  @Test
  @Guards("SyncCatalogue")
  void manyLinesChangeInPartsAndTheRequestIsAnsweredWithTheLast() {
    List<SnapshotManifest> many = new ArrayList<>();
    for (int n = 0; n < 51; n++) {
      many.add(
          SnapshotFixture.manifest(
              ClusterFixture.NOW.minus(Duration.ofHours(n + 1)), Generation.FIRST, n));
    }
    SnapshotFixture fixture =
        fixture(SnapshotFixture.holding(Duration.ofHours(1), many, List.of()))
            .request(SnapshotFixture.asks(RequestKind.SYNC_SNAPSHOTS));

    assertThat(sync(fixture).lines()).hasSize(50);
    assertThat(sync(fixture).request()).isEmpty();
    assertThat(fixture.cluster.plan().status().tasks().bucket().lookedAt()).isEmpty();
  }

  /** Another rule may take the turn: a look that nobody recorded is made again. */
  @Test
  void aLookIsRememberedOnceTheCatalogueTellsWhatWasSeen() {
    SnapshotManifest unlisted =
        SnapshotFixture.manifest(
            ClusterFixture.NOW.minus(Duration.ofHours(1)), Generation.FIRST, 7);
    SnapshotFixture fixture =
        fixture(
            SnapshotFixture.holding(Duration.ofHours(1), List.of(unlisted), List.of(), LISTED),
            LISTED);

    assertThat(StatusCarryOver.next(fixture.cluster.view()).tasks().bucket().lookedAt()).isEmpty();
    assertThat(sync(fixture).lines()).hasSize(1);
    assertThat(fixture.cluster.plan().status().tasks().bucket().lookedAt())
        .contains(ClusterFixture.NOW);
  }

  @Test
  void aBucketThatDoesNotAnswerIsAskedAgainLater() {
    SnapshotFixture fixture = fixture(new BucketView.Unknown("STORE_AWAY: no answer"), LISTED);

    assertThat(
            fixture
                .cluster
                .plan()
                .status()
                .tasks()
                .bucket()
                .failing(BucketUse.LOOK)
                .orElseThrow()
                .notBefore())
        .isEqualTo(ClusterFixture.NOW.plus(Duration.ofMinutes(1)));
  }
}
