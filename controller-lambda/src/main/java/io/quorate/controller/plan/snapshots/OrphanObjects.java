package io.quorate.controller.plan.snapshots;

import io.quorate.controller.view.BucketKeys;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotObjects.StoredObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Objects of snapshots that have no manifest, and so are none: what an attempt left that never
 * ended. Keys of another form are ignored.
 */
public final class OrphanObjects {
  private OrphanObjects() {}

  /**
   * The keys, oldest first.
   *
   * @param objects everything under the prefix
   * @param before what was written later may belong to an attempt that still goes on
   * @param open the snapshot that is being taken
   */
  public static List<String> of(
      List<StoredObject> objects, Instant before, Optional<SnapshotId> open) {
    Set<SnapshotId> named =
        objects.stream()
            .flatMap(object -> BucketKeys.manifest(object.key()).stream())
            .collect(Collectors.toSet());
    return objects.stream()
        .filter(object -> object.modified().isBefore(before))
        .filter(
            object ->
                BucketKeys.snapshot(object.key())
                    .filter(id -> !named.contains(id))
                    .filter(id -> open.filter(id::equals).isEmpty())
                    .isPresent())
        .map(StoredObject::key)
        .sorted()
        .toList();
  }
}
