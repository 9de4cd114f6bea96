package io.quorate.codec;

import io.quorate.model.ClusterUid;
import io.quorate.state.Lineage;
import java.util.Map;

/**
 * The {@code lineage} record. Conditions rest on {@code uid}, {@code state} and {@code generation}.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class LineageCodec {
  private LineageCodec() {}

  /** The record's attributes. */
  public static Map<String, Object> write(Lineage lineage) {
    return Schema.builder()
        .with("uid", lineage.uid())
        .with("state", lineage.state())
        .with("generation", lineage.generation().value())
        .withOptional(
            "bootstrap",
            lineage.bootstrap().map(bootstrap -> BootstrapCodec.fields(Tree.builder(), bootstrap)))
        .build();
  }

  /**
   * Reads the record.
   *
   * @throws UnreadableRecordException also when the generation is not its birth's
   */
  public static Lineage read(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, LineageCodec::lineage);
  }

  private static Lineage lineage(Tree tree) {
    Lineage lineage =
        new Lineage(
            tree.value("uid", ClusterUid::new),
            tree.constant("state", Lineage.State.class),
            tree.optionalTree("bootstrap").map(BootstrapCodec::nested));
    long generation = tree.number("generation");
    if (generation != lineage.generation().value()) {
      throw new UnreadableRecordException(
          tree.where()
              + ": generation is "
              + generation
              + ", expected its birth's, "
              + lineage.generation()
              + "; the record was edited by hand, put the right one back",
          null);
    }
    return lineage;
  }
}
