package io.quorate.snapshot;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is known of a snapshot's file. It is written to the bucket once, after the file: without it
 * the file is none.
 *
 * @param id the snapshot
 * @param cluster the cluster's name
 * @param uid the cluster's UID
 * @param etcdClusterId cluster id of the generation
 * @param member the member it was taken from
 * @param instance the instance it was taken on
 * @param dataKey key of the file in the bucket: one of this very snapshot
 * @param position how far the file goes
 * @param etcdVersion release of the etcd it was taken from
 * @param sizeBytes size of the file
 * @param sha256 SHA-256 of the whole file, in hex
 * @param hash HashKV of the same keys, where it is known to be the file's
 * @param takenAt when it was finished, by the node's clock
 * @param because why it was taken
 * @param quorateVersion version of the agent
 */
@Wire.Derived(value = "generation", after = "uid")
public record SnapshotManifest(
    @Wire.Name("snapshot") SnapshotId id,
    @Wire.Name("clusterName") ClusterName cluster,
    @Wire.Longest(Wire.ID) ClusterUid uid,
    EtcdClusterId etcdClusterId,
    MemberId member,
    InstanceId instance,
    @Wire.Longest(Wire.WORDS) String dataKey,
    @Wire.Inline Position position,
    @Wire.Longest(Wire.ID) String etcdVersion,
    @Wire.Count long sizeBytes,
    @Wire.Longest(Wire.ID) String sha256,
    Optional<KvHash> hash,
    Instant takenAt,
    @Wire.Cut(Wire.WORDS) String because,
    @Wire.Longest(Wire.ID) String quorateVersion) {
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{1,64}");

  /**
   * Refuses a file of another snapshot or cluster, for no two manifests name the same file; and a
   * SHA-256 that is none, for files are named by it.
   */
  public SnapshotManifest {
    if (!HEX.matcher(sha256).matches()) {
      throw new IllegalArgumentException(
          "sha256 is '" + sha256 + "', expected up to 64 hexadecimal digits");
    }
    if (SnapshotKeys.attempt(cluster, uid, id, dataKey).isEmpty()) {
      throw new IllegalArgumentException(
          "dataKey is '"
              + dataKey
              + "', expected "
              + SnapshotKeys.prefix(cluster, uid)
              + id
              + ".<attempt>.db");
    }
  }

  /** The generation whose data it is. */
  public Generation generation() {
    return id.generation();
  }

  /** The attempt that wrote the file. */
  public long attempt() {
    return SnapshotKeys.attempt(cluster, uid, id, dataKey).orElseThrow();
  }

  /**
   * How far a file goes.
   *
   * @param revision of its keys, read from the finished file; where the file could not be kept, the
   *     revision before the stream began
   * @param upperRevision the same where it was read from the file; else the revision after the
   *     stream
   * @param raftTerm raft term that it covers at least
   * @param raftIndex raft index that it covers at least
   */
  public record Position(
      @Wire.Count long revision,
      @Wire.Count long upperRevision,
      @Wire.Count long raftTerm,
      @Wire.Count long raftIndex) {
    /** Whether the revision was read from the finished file. */
    public boolean exact() {
      return revision == upperRevision;
    }
  }

  /**
   * HashKV of the keys at a revision.
   *
   * @param hash as etcd gives it
   * @param revision at which it was asked
   * @param compactRevision the compact revision before and after the stream; -1, as etcd says it,
   *     where nothing was ever compacted
   */
  public record KvHash(
      @Wire.Count long hash,
      @Wire.Count long revision,
      @Wire.Count(least = -1) long compactRevision) {}
}
