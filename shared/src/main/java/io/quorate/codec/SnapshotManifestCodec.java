package io.quorate.codec;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import java.util.Map;
import java.util.Optional;

/**
 * A snapshot's manifest: an object in the bucket, and a part of the catalogue and of outcomes. No
 * attribute has the name of a table's key: what a record holds under that name is not read back.
 */
public final class SnapshotManifestCodec {
  private SnapshotManifestCodec() {}

  /** The manifest as a record of its own. */
  public static Map<String, Object> write(SnapshotManifest manifest) {
    return fields(Schema.builder(), manifest).build();
  }

  /**
   * Reads the manifest of one snapshot. Agents write manifests: one that names another snapshot,
   * cluster or file than this one's is not read.
   *
   * @param cluster the cluster under whose name it was found
   * @param uid the UID under which it was found
   * @param id the snapshot whose manifest it has to be
   * @throws UnreadableRecordException naming the place, what stands there and what was expected
   */
  public static SnapshotManifest read(
      Map<String, Object> attributes,
      String where,
      ClusterName cluster,
      ClusterUid uid,
      SnapshotId id) {
    SnapshotManifest manifest = Schema.read(attributes, where, SnapshotManifestCodec::nested);
    if (!manifest.cluster().equals(cluster)
        || !manifest.uid().equals(uid)
        || !manifest.id().equals(id)) {
      throw new UnreadableRecordException(
          where
              + ": it tells of snapshot "
              + manifest.id()
              + " of cluster "
              + manifest.cluster()
              + " "
              + manifest.uid()
              + ", expected "
              + id
              + " of "
              + cluster
              + " "
              + uid,
          null);
    }
    return manifest;
  }

  static Tree.Builder fields(Tree.Builder tree, SnapshotManifest manifest) {
    SnapshotManifest.Position position = manifest.position();
    return tree.with("snapshot", manifest.id())
        .with("clusterName", manifest.cluster())
        .with("uid", manifest.uid())
        .with("generation", manifest.id().generation().value())
        .with("etcdClusterId", manifest.etcdClusterId())
        .with("member", manifest.member())
        .with("instance", manifest.instance())
        .with("dataKey", manifest.dataKey())
        .with("revision", position.revision())
        .with("upperRevision", position.upperRevision())
        .with("raftTerm", position.raftTerm())
        .with("raftIndex", position.raftIndex())
        .with("etcdVersion", manifest.etcdVersion())
        .with("sizeBytes", manifest.sizeBytes())
        .with("sha256", manifest.sha256())
        .withOptional("hash", manifest.hash().map(SnapshotManifestCodec::hash))
        .with("takenAt", manifest.takenAt())
        .with("because", manifest.because())
        .with("quorateVersion", manifest.quorateVersion());
  }

  static SnapshotManifest nested(Tree tree) {
    return new SnapshotManifest(
        tree.value("snapshot", SnapshotId::new),
        tree.value("clusterName", ClusterName::new),
        tree.value("uid", ClusterUid::new),
        tree.value("etcdClusterId", EtcdClusterId::parse),
        tree.value("member", MemberId::parse),
        tree.value("instance", InstanceId::new),
        tree.string("dataKey"),
        new SnapshotManifest.Position(
            tree.number("revision"),
            tree.number("upperRevision"),
            tree.number("raftTerm"),
            tree.number("raftIndex")),
        tree.string("etcdVersion"),
        tree.number("sizeBytes"),
        tree.string("sha256"),
        hash(tree.optionalTree("hash")),
        tree.instant("takenAt"),
        tree.string("because"),
        tree.string("quorateVersion"));
  }

  private static Map<String, Object> hash(SnapshotManifest.KvHash hash) {
    return Tree.builder()
        .with("hash", hash.hash())
        .with("revision", hash.revision())
        .with("compactRevision", hash.compactRevision())
        .build();
  }

  private static Optional<SnapshotManifest.KvHash> hash(Optional<Tree> tree) {
    return tree.map(
        there ->
            new SnapshotManifest.KvHash(
                there.number("hash"), there.number("revision"), there.number("compactRevision")));
  }
}
