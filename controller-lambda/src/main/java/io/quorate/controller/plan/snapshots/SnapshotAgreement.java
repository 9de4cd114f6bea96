package io.quorate.controller.plan.snapshots;

import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.plan.voters.DifferingVoters;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotRecord.Agreement;
import io.quorate.state.ComparisonRound;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the comparisons of the voters' data say of the snapshots of the living generation.
 *
 * <ol>
 *   <li>What the catalogue tells stays: a later round is about later data.
 *   <li>EQUAL: in the last round in which all voters were equal the snapshot's voter took part, and
 *       the snapshot does not reach farther than that round's revision.
 *   <li>DIFFERS: the last round that compared names the snapshot's voter, and the snapshot reaches
 *       farther than the last round in which all were equal, that voter among them.
 *   <li>Else nothing is known.
 * </ol>
 */
public final class SnapshotAgreement {
  private SnapshotAgreement() {}

  /** The catalogue, each line with what is known by now. */
  public static List<SnapshotRecord> judged(ClusterView view) {
    Set<MemberId> named = DifferingVoters.named(view);
    return view.records().snapshots().stream()
        .map(record -> found(view, named, record).map(record::agreeing).orElse(record))
        .toList();
  }

  /** The lines of the catalogue that do not tell it yet. */
  public static List<CatalogueChange> changes(ClusterView view) {
    Set<MemberId> named = DifferingVoters.named(view);
    return view.records().snapshots().stream()
        .flatMap(
            record ->
                found(view, named, record)
                    .map(agreement -> CatalogueChange.replace(record, record.agreeing(agreement)))
                    .stream())
        .toList();
  }

  private static Optional<Agreement> found(
      ClusterView view, Set<MemberId> named, SnapshotRecord record) {
    SnapshotManifest manifest = record.manifest();
    if (record.agreement().isPresent()
        || !record.restorable()
        || !manifest.uid().equals(view.lineage().uid())
        || !record.id().generation().equals(view.lineage().generation())) {
      return Optional.empty();
    }
    Optional<Long> equalUpTo =
        view.status()
            .tasks()
            .comparison()
            .equal()
            .filter(round -> round.voters().containsKey(manifest.member()))
            .map(ComparisonRound::revision);
    if (equalUpTo.filter(revision -> manifest.position().upperRevision() <= revision).isPresent()) {
      return Optional.of(Agreement.EQUAL);
    }
    return named.contains(manifest.member()) ? Optional.of(Agreement.DIFFERS) : Optional.empty();
  }
}
