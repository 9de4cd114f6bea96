package io.quorate.controller.plan.snapshots;

import io.quorate.controller.decision.CatalogueChange;
import io.quorate.controller.view.BucketKeys;
import io.quorate.controller.view.BucketView;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotRecord.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What has to change in the catalogue for it to tell what the bucket holds.
 *
 * <ol>
 *   <li>A manifest without a line gets one that says that it was found: verified, pinned and marked
 *       as the bucket says.
 *   <li>A line without a manifest goes; one whose deletion is recorded is left to that, unless the
 *       bucket refused it. While no quorum serves it stays: a recovery would take an older snapshot
 *       without anybody's word.
 *   <li>A line that was found, and calls a snapshot taken which the bucket calls verified, is
 *       corrected, and so are pins; a line tells whether the file could be read when the bucket was
 *       looked at last. That a snapshot of the controller's own is verified no mark can say.
 * </ol>
 */
public final class CatalogueDifference {
  private CatalogueDifference() {}

  /**
   * The changes, by the snapshots' ids.
   *
   * @param serves whether a quorum serves
   */
  public static List<CatalogueChange> of(
      List<SnapshotRecord> catalogue, BucketView.Observed bucket, boolean serves) {
    Set<SnapshotId> there =
        bucket.objects().stream()
            .flatMap(object -> BucketKeys.manifest(object.key()).stream())
            .collect(Collectors.toSet());
    Set<SnapshotId> listed = catalogue.stream().map(SnapshotRecord::id).collect(Collectors.toSet());
    List<CatalogueChange> changes = new ArrayList<>();
    bucket.manifests().stream()
        .filter(manifest -> !listed.contains(manifest.id()))
        .map(SnapshotRecord::found)
        .map(
            record ->
                bucket.differing().contains(record.id())
                    ? record.agreeing(SnapshotRecord.Agreement.DIFFERS)
                    : record)
        .map(record -> asTold(record, bucket))
        .map(CatalogueChange::add)
        .forEach(changes::add);
    for (SnapshotRecord record : catalogue) {
      if (record.state() == State.DELETING && !record.kept()) {
        continue; // Its deletion goes on by itself, and ends with its line.
      }
      SnapshotRecord told = asTold(record, bucket);
      if (!there.contains(record.id())) {
        if (serves || !record.usable()) {
          changes.add(CatalogueChange.remove(record));
        }
      } else if (!told.equals(record)) {
        changes.add(CatalogueChange.replace(record, told));
      }
    }
    return changes;
  }

  private static SnapshotRecord asTold(SnapshotRecord record, BucketView.Observed bucket) {
    Optional<String> pin = Optional.ofNullable(bucket.pins().get(record.id()));
    SnapshotRecord pinned = pin.equals(record.pinnedBy()) ? record : record.pinned(pin);
    SnapshotRecord read =
        Optional.ofNullable(bucket.files().get(record.id())).map(pinned::read).orElse(pinned);
    return Optional.ofNullable(bucket.verified().get(record.id()))
        .filter(mark -> read.found())
        .filter(mark -> read.state() == State.TAKEN && read.unreadable().isEmpty())
        .map(read::verifiedBy)
        .orElse(read);
  }
}
