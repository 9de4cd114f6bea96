package io.quorate.controller.observe;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotObjects;
import java.util.Optional;

/** The port to the buckets of snapshots, one cluster's at a time. */
@FunctionalInterface
public interface SnapshotStores {
  /** There is no bucket to look at. */
  SnapshotStores NONE = (cluster, uid) -> Optional.empty();

  /** Opens a cluster's snapshots; the caller closes them. Empty where there is no bucket. */
  Optional<SnapshotObjects> open(ClusterName cluster, ClusterUid uid);
}
