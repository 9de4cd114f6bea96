package io.quorate.snapshot;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;

/** Where a cluster's snapshots stand in the bucket. */
public final class SnapshotKeys {
  private SnapshotKeys() {}

  /** Prefix of all snapshots of a cluster. */
  public static String prefix(ClusterName cluster, ClusterUid uid) {
    return cluster + "/" + uid + "/snapshots/";
  }

  /** The file that one attempt wrote. */
  public static String data(ClusterName cluster, ClusterUid uid, SnapshotId id, long attempt) {
    return prefix(cluster, uid) + id + "." + attempt + ".db";
  }

  /** The manifest, which names its file. */
  public static String manifest(ClusterName cluster, ClusterUid uid, SnapshotId id) {
    return prefix(cluster, uid) + id + ".json";
  }

  /** Says that the snapshot was restored and found right. */
  public static String verified(ClusterName cluster, ClusterUid uid, SnapshotId id) {
    return prefix(cluster, uid) + id + ".verified.json";
  }

  /** Says that the snapshot is pinned. */
  public static String pin(ClusterName cluster, ClusterUid uid, SnapshotId id) {
    return prefix(cluster, uid) + id + ".pin";
  }
}
