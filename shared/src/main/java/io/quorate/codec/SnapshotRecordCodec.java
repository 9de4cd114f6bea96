package io.quorate.codec;

import io.quorate.snapshot.SnapshotRecord;
import java.util.Map;

/** The record {@code snapshot#<id>}. Conditions rest on {@code state}. */
public final class SnapshotRecordCodec {
  private SnapshotRecordCodec() {}

  /** The record's attributes. */
  public static Map<String, Object> write(SnapshotRecord record) {
    return SnapshotManifestCodec.fields(
            Schema.builder().with("state", record.state()), record.manifest())
        .withOptional("verifiedAt", record.verified().map(SnapshotRecord.Verified::at))
        .withOptional(
            "restoreMillis", record.verified().map(SnapshotRecord.Verified::restoreMillis))
        .withOptional("pinnedBy", record.pinnedBy())
        .withOptional("failure", record.failure())
        .build();
  }

  /** Reads the record. */
  public static SnapshotRecord read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new SnapshotRecord(
                SnapshotManifestCodec.nested(tree),
                tree.constant("state", SnapshotRecord.State.class),
                tree.optionalInstant("verifiedAt")
                    .map(at -> new SnapshotRecord.Verified(at, tree.number("restoreMillis"))),
                tree.optionalString("pinnedBy"),
                tree.optionalString("failure")));
  }
}
