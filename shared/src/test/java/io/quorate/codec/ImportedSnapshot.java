package io.quorate.codec;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import java.time.Instant;
import java.util.Optional;

/** The manifest of a snapshot that a new cluster is to begin with. */
public final class ImportedSnapshot {
  private ImportedSnapshot() {}

  /** A snapshot of another etcd, imported into this cluster. */
  public static SnapshotManifest into(ClusterName cluster, ClusterUid uid) {
    SnapshotId id = new SnapshotId("20260102T030405Z-g0-0a1b");
    return new SnapshotManifest(
        id,
        cluster,
        uid,
        new EtcdClusterId(0),
        new MemberId(0),
        new InstanceId("unknown"),
        cluster + "/" + uid + "/snapshots/" + id + ".1.db",
        new SnapshotManifest.Position(45, 45, 2, 55),
        "3.5.0",
        4_096,
        "00ff",
        Optional.empty(),
        Instant.parse("2026-01-02T03:04:05Z"),
        "imported",
        "0.1.0");
  }
}
