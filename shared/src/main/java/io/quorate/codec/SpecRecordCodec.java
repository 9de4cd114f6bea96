package io.quorate.codec;

import io.quorate.model.ClusterUid;
import io.quorate.spec.SpecReader;
import io.quorate.spec.SpecTree;
import io.quorate.state.SpecRecord;
import java.util.Map;

/**
 * The {@code spec} record. Conditions rest on {@code uid} and {@code version}.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class SpecRecordCodec {
  private SpecRecordCodec() {}

  /** The record's attributes, every field of the spec with its default included. */
  public static Map<String, Object> write(SpecRecord record) {
    return Schema.builder()
        .with("uid", record.uid())
        .with("version", record.version())
        .with("updatedAt", record.updatedAt())
        .with("updatedBy", record.updatedBy())
        .with("spec", SpecTree.of(record.spec()))
        .build();
  }

  /**
   * Reads the record, and checks the spec in it as the operator's command does.
   *
   * @throws UnreadableRecordException also when the spec breaks a rule, naming each one
   */
  public static SpecRecord read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new SpecRecord(
                SpecReader.fromTree(tree.tree("spec").values()).orThrow(),
                tree.value("uid", ClusterUid::new),
                tree.number("version"),
                tree.instant("updatedAt"),
                tree.string("updatedBy")));
  }
}
