package io.quorate.codec;

import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import java.util.Map;

/** The small objects beside a manifest: that a snapshot was verified, and that it is pinned. */
public final class SnapshotMarkCodec {
  private SnapshotMarkCodec() {}

  /** What {@code <id>.verified.json} holds. */
  public static Map<String, Object> verified(SnapshotId id, SnapshotRecord.Verified verified) {
    return Schema.builder()
        .with("snapshot", id)
        .with("verifiedAt", verified.at())
        .with("restoreMillis", verified.restoreMillis())
        .build();
  }

  /** Reads {@code <id>.verified.json}. */
  public static SnapshotRecord.Verified verified(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new SnapshotRecord.Verified(tree.instant("verifiedAt"), tree.number("restoreMillis")));
  }

  /** What {@code <id>.pin} holds. */
  public static Map<String, Object> pin(SnapshotId id, String by) {
    return Schema.builder().with("snapshot", id).with("pinnedBy", by).build();
  }

  /** Reads {@code <id>.pin}: who pinned it. */
  public static String pinnedBy(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, tree -> tree.string("pinnedBy"));
  }
}
