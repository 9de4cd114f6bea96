package io.quorate.controller.plan.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.decision.SyncCatalogue;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.plan.facts.StatusCarryOver;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.BucketUse;
import io.quorate.state.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SyncWithBucketTest {
  private static final SnapshotRecord LISTED = SnapshotFixture.taken(Duration.ofMinutes(5), 50);
  private static final SnapshotRecord.Verified FOUND =
      new SnapshotRecord.Verified(ClusterFixture.NOW, 7);
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
            CatalogueChange.add(SnapshotRecord.found(UNLISTED)), CatalogueChange.remove(gone));
  }

  @Test
  void marksInTheBucketAreTakenOfWhatWasFoundThere() {
    SnapshotRecord listed = SnapshotRecord.found(LISTED.manifest());
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
            Map.of(),
            true,
            plain.mirror());

    assertThat(sync(fixture(marked, listed)).lines())
        .containsExactly(
            CatalogueChange.replace(listed, listed.pinned(Optional.of("bob")).verifiedBy(found)));
    assertThat(sync(fixture(marked, LISTED)).lines())
        .as("what a command of the controller's own brought back is verified by another one")
        .containsExactly(CatalogueChange.replace(LISTED, LISTED.pinned(Optional.of("bob"))));
  }

  private static BucketView finding(Optional<String> why) {
    BucketView.Observed plain =
        SnapshotFixture.holding(Duration.ofHours(1), List.of(), List.of(), LISTED);
    return new BucketView.Observed(
        plain.objects(),
        List.of(),
        Map.of(LISTED.id(), FOUND),
        Map.of(),
        Set.of(),
        List.of(),
        Map.of(LISTED.id(), why),
        true,
        plain.mirror());
  }

  /** The bucket has its mark all the same: that it was right once does not make it readable. */
  @Test
  @Guards("SYNC_CATALOGUE")
  void aFileThatCannotBeReadIsVerifiedNoMoreAndASourceAllTheSame() {
    SnapshotRecord verified = LISTED.verifiedBy(FOUND);
    String why = "ARCHIVED: the operation is not valid (storage class GLACIER)";

    SnapshotRecord unread = verified.read(Optional.of(why));
    assertThat(sync(fixture(finding(Optional.of(why)), verified)).lines())
        .containsExactly(CatalogueChange.replace(verified, unread));
    assertThat(unread.state()).isEqualTo(SnapshotRecord.State.TAKEN);
    assertThat(unread.usable()).isTrue();
    assertThat(fixture(finding(Optional.of(why)), unread).cluster.plan().decision())
        .isNotInstanceOf(SyncCatalogue.class);

    assertThat(sync(fixture(finding(Optional.empty()), unread)).lines())
        .as("readable again")
        .containsExactly(CatalogueChange.replace(unread, verified));
  }

  /** Whoever cannot read the newest snapshot has none: another is taken, and this one named. */
  @Test
  @Guards({"START_TASK", "SNAPSHOT_FAILED"})
  void aSnapshotThatCannotBeReadMakesAnotherDueAndIsNamed() {
    SnapshotRecord unread = LISTED.verifiedBy(FOUND).read(Optional.of("KEY_REFUSED: disabled"));
    SnapshotFixture fixture =
        SnapshotFixture.of(3)
            .spec("interval: 30m, verify: each")
            .catalogue(unread)
            .bucket(new BucketView.NotObserved());

    assertThat(fixture.cluster.plan().decision().reason().message())
        .contains(LISTED.id() + " cannot be read", "KEY_REFUSED");
    assertThat(RecoveryFixture.condition(fixture.cluster, Condition.Type.SNAPSHOT_FAILED))
        .hasValueSatisfying(
            words ->
                assertThat(words)
                    .contains(
                        LISTED.id() + " cannot be read and counts as verified no more",
                        "enable the KMS key",
                        "quorate snapshot sync"));
  }

  /** Else a recovery would take the one before it, without anybody's word. */
  @Test
  @Guards("SYNC_CATALOGUE")
  void whileNoQuorumServesALineWithoutAManifestStays() {
    ClusterFixture lost = RecoveryFixture.onTrial();
    lost.records =
        new ClusterRecords(
            lost.records.taskSlots(),
            lost.records.requests(),
            lost.records.snapshots(),
            SnapshotFixture.holding(Duration.ofHours(1), List.of(), List.of()),
            lost.records.recovery());

    assertThat(lost.plan().decision()).isNotInstanceOf(SyncCatalogue.class);
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
            Map.of(),
            true,
            plain.mirror());

    assertThat(sync(fixture(marked)).lines())
        .containsExactly(
            CatalogueChange.add(
                SnapshotRecord.found(UNLISTED).agreeing(SnapshotRecord.Agreement.DIFFERS)));
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
