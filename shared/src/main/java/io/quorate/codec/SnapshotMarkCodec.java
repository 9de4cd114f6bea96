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

  /** Reads {@code <id>.verified.json}; not where it tells of another snapshot. */
  public static SnapshotRecord.Verified verified(
      Map<String, Object> attributes, String where, SnapshotId id) {
    return Schema.read(
        attributes,
        where,
        tree -> {
          expect(tree, id);
          return new SnapshotRecord.Verified(
              tree.instant("verifiedAt"), tree.number("restoreMillis"));
        });
  }

  /** What {@code <id>.pin} holds. */
  public static Map<String, Object> pin(SnapshotId id, String by) {
    return Schema.builder().with("snapshot", id).with("pinnedBy", by).build();
  }

  /** Reads {@code <id>.pin}: who pinned it; not where it tells of another snapshot. */
  public static String pinnedBy(Map<String, Object> attributes, String where, SnapshotId id) {
    return Schema.read(
        attributes,
        where,
        tree -> {
          expect(tree, id);
          return tree.string("pinnedBy");
        });
  }

  private static void expect(Tree tree, SnapshotId id) {
    SnapshotId told = tree.value("snapshot", SnapshotId::new);
    if (!told.equals(id)) {
      throw new IllegalArgumentException("it tells of snapshot " + told + ", expected " + id);
    }
  }
}
