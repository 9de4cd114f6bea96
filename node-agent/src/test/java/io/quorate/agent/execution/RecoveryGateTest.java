package io.quorate.agent.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandSlot;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.CommittedGeneration;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.Lineage;
import io.quorate.state.Origin;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a recovery may ask of this node (I4). */
class RecoveryGateTest {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private static final SnapshotId SNAPSHOT = new SnapshotId("20260102T030405Z-g2-0a1b");

  private static Recovery trial(InstanceId candidate, long generation) {
    return Recovery.suspected(
            "recovery-2-n",
            Journals.UID,
            new Generation(generation),
            new FencingToken(9),
            Recovery.Action.RESEED,
            AT)
        .fencing(AT)
        .gathered(Map.of(), AT)
        .trying(new RecoverySource(SNAPSHOT, "00ff", 100, AT), candidate, AT);
  }

  private static Optional<CommandSlot> told(Recovery recovery) {
    return RecoveryGate.trial(
        Journals.memberless(), Journals.lineage(Journals.UID, 2), Optional.of(recovery));
  }

  @Test
  void theCandidateVerifiesTheSourceUnderTheTrialsName() {
    assertThat(told(trial(Journals.NODE, 2)))
        .hasValueSatisfying(
            slot -> {
              assertThat(slot.command().header().id()).isEqualTo("recovery-2-n-trial-1");
              assertThat(slot.command().header().token()).isEqualTo(new FencingToken(9));
            });
  }

  private static final SnapshotId IMPORTED = new SnapshotId("20260102T030405Z-g0-0a1b");

  private static Optional<CommandSlot> importing(SnapshotId origin, ClusterUid uid) {
    Recovery trial =
        Recovery.importing("import-n", uid, new FencingToken(9), AT)
            .trying(new RecoverySource(IMPORTED, "00ff", 100, AT), Journals.NODE, AT);
    return RecoveryGate.trial(
        Journals.memberless(),
        Optional.of(Lineage.importing(Journals.UID, new Origin(origin, "00ff"))),
        Optional.of(trial));
  }

  @Test
  void theFirstNodeOfAnImportedClusterTriesItsOrigin() {
    assertThat(importing(IMPORTED, Journals.UID))
        .hasValueSatisfying(
            slot -> assertThat(slot.command().header().id()).isEqualTo("import-n-trial-1"));
  }

  @Test
  void nothingButTheOriginIsTriedBeforeAClusterBegins() {
    assertThat(importing(new SnapshotId("20260102T030405Z-g0-0a1c"), Journals.UID)).isEmpty();
    assertThat(importing(IMPORTED, new ClusterUid("uid-2"))).isEmpty();
    assertThat(
            RecoveryGate.trial(
                Journals.memberless(),
                Optional.of(Lineage.unbootstrapped(Journals.UID)),
                Optional.of(trial(Journals.NODE, 0))))
        .isEmpty();
  }

  @Test
  void nobodyElseDoes() {
    assertThat(told(trial(new InstanceId("i-2"), 2))).isEmpty();
  }

  @Test
  void aTrialOfAnotherGenerationOrClusterIsNoneOfThisOnes() {
    assertThat(told(trial(Journals.NODE, 1))).isEmpty();
    assertThat(
            RecoveryGate.trial(
                Journals.memberless(),
                Journals.lineage(new ClusterUid("uid-2"), 2),
                Optional.of(trial(Journals.NODE, 2))))
        .isEmpty();
  }

  @Test
  void aTrialThatIsOverIsNotMade() {
    assertThat(told(trial(Journals.NODE, 2).tryingAgain("away", AT, AT))).isEmpty();
  }

  @Test
  void onlyTheSeederOfTheCommittedGenerationIsSeeding() {
    Recovery seeding =
        trial(Journals.NODE, 2)
            .committing(
                Map.of(), new CommittedGeneration(new Generation(3), 100, 130, 1_000_130), AT)
            .seeding(AT);

    assertThat(
            RecoveryGate.seeding(
                Journals.memberless(), Journals.lineage(Journals.UID, 3), Optional.of(seeding)))
        .isTrue();
    assertThat(
            RecoveryGate.seeding(
                Journals.memberless(), Journals.lineage(Journals.UID, 4), Optional.of(seeding)))
        .isFalse();
  }
}
