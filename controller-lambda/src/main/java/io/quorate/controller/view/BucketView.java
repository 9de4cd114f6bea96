package io.quorate.controller.view;

import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotObjects.StoredObject;
import io.quorate.snapshot.SnapshotRecord.Verified;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the bucket holds of a cluster: its snapshots, and the mirror of its lineage. */
public sealed interface BucketView {
  /**
   * It answered.
   *
   * @param objects everything under the prefix, of whatever form
   * @param manifests those that the catalogue does not have
   * @param verified when each snapshot was verified that the catalogue calls only taken
   * @param pins who pinned each pinned snapshot
   * @param differing those of the manifests whose voter held other data than a majority
   * @param unreadable manifests and marks that nobody can read
   * @param files of the snapshots whose files were looked at, why each cannot be read; empty where
   *     it can
   * @param whole whether every manifest that the catalogue lacks was read
   * @param mirror the mirror of the lineage
   */
  record Observed(
      List<StoredObject> objects,
      List<SnapshotManifest> manifests,
      Map<SnapshotId, Verified> verified,
      Map<SnapshotId, String> pins,
      Set<SnapshotId> differing,
      List<UnreadableSnapshot> unreadable,
      Map<SnapshotId, Optional<String>> files,
      boolean whole,
      MirrorView mirror)
      implements BucketView {
    public Observed {
      objects = List.copyOf(objects);
      manifests = List.copyOf(manifests);
      verified = Map.copyOf(verified);
      pins = Map.copyOf(pins);
      differing = Set.copyOf(differing);
      unreadable = List.copyOf(unreadable);
      files = Map.copyOf(files);
    }
  }

  /**
   * It was asked and did not answer.
   *
   * @param why in one word and in words
   */
  record Unknown(String why) implements BucketView {}

  /** It was not looked at, for nobody needs it in this turn. */
  record NotObserved() implements BucketView {}
}
