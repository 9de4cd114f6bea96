package io.quorate.controller.view;

import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import java.util.Optional;

/** What a key under the prefix of snapshots is; the id of the snapshot that it belongs to. */
public final class BucketKeys {
  private BucketKeys() {}

  /** The snapshot; empty for a key of another form. */
  public static Optional<SnapshotId> snapshot(String key) {
    return SnapshotKeys.snapshot(key);
  }

  /** The snapshot whose manifest it is. */
  public static Optional<SnapshotId> manifest(String key) {
    return snapshot(key).filter(id -> key.endsWith("/" + id + ".json"));
  }

  /** The snapshot whose verification it tells. */
  public static Optional<SnapshotId> verified(String key) {
    return snapshot(key).filter(id -> key.endsWith("/" + id + ".verified.json"));
  }

  /** The snapshot that it pins. */
  public static Optional<SnapshotId> pin(String key) {
    return snapshot(key).filter(id -> key.endsWith("/" + id + ".pin"));
  }

  /** The snapshot whose voter it says to have held other data. */
  public static Optional<SnapshotId> differs(String key) {
    return snapshot(key).filter(id -> key.endsWith("/" + id + ".differs"));
  }

  /** Whether it looks like a manifest or a mark, and is that of no snapshot. */
  public static boolean stray(String key) {
    return (key.endsWith(".json") || key.endsWith(".pin") || key.endsWith(".differs"))
        && snapshot(key).isEmpty();
  }
}
