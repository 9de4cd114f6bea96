package io.quorate.snapshot;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a cluster's snapshots stand in the bucket. */
public final class SnapshotKeys {
  private static final Pattern ATTEMPT = Pattern.compile("\\.(0|[1-9]\\d{0,17})\\.db");
  private static final Pattern OBJECT =
      Pattern.compile(
          "[^/]+/[^/]+/snapshots/([^/.]+)(\\.json|\\.verified\\.json|\\.pin|\\.differs|\\.\\d{1,18}\\.db)");

  private SnapshotKeys() {}

  /** Prefix of all snapshots of a cluster. */
  public static String prefix(ClusterName cluster, ClusterUid uid) {
    return cluster + "/" + uid + "/snapshots/";
  }

  /** The file that one attempt wrote. */
  public static String data(ClusterName cluster, ClusterUid uid, SnapshotId id, long attempt) {
    return prefix(cluster, uid) + id + "." + attempt + ".db";
  }

  /** The attempt that wrote a file; empty where the key is no file of this snapshot. */
  public static OptionalLong attempt(
      ClusterName cluster, ClusterUid uid, SnapshotId id, String key) {
    String begin = prefix(cluster, uid) + id;
    if (!key.startsWith(begin)) {
      return OptionalLong.empty();
    }
    Matcher attempt = ATTEMPT.matcher(key.substring(begin.length()));
    return attempt.matches()
        ? OptionalLong.of(Long.parseLong(attempt.group(1)))
        : OptionalLong.empty();
  }

  /** The snapshot that an object belongs to; empty for a key of another form. */
  public static Optional<SnapshotId> snapshot(String key) {
    Matcher object = OBJECT.matcher(key);
    return object.matches() ? SnapshotId.parse(object.group(1)) : Optional.empty();
  }

  /**
   * Lets through the key of an object of a snapshot of this cluster, and nothing else: what is
   * deleted is never named by what an object says.
   *
   * @throws IllegalArgumentException naming the key
   */
  public static String own(ClusterName cluster, ClusterUid uid, String key) {
    if (!key.startsWith(prefix(cluster, uid)) || snapshot(key).isEmpty()) {
      throw new IllegalArgumentException(
          "'" + key + "' is no object of a snapshot under " + prefix(cluster, uid));
    }
    return key;
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

  /** Says that the voter that the snapshot was taken from held other data than a majority. */
  public static String differs(ClusterName cluster, ClusterUid uid, SnapshotId id) {
    return prefix(cluster, uid) + id + ".differs";
  }
}
