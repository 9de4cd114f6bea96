package io.quorate.codec;

import java.util.Map;
import java.util.function.Function;

/** The version that every stored record carries as {@code schemaVersion}. */
public final class Schema {
  /** The attribute's name. */
  public static final String ATTRIBUTE = "schemaVersion";

  /** What this code writes, and the newest that it reads. */
  public static final long VERSION = 1;

  private Schema() {}

  /** Starts a record of the version that this code writes. */
  static Tree.Builder builder() {
    return Tree.builder().with(ATTRIBUTE, VERSION);
  }

  /**
   * Reads a record of a known version; what a value type refuses is told as the record's fault.
   *
   * @throws UnreadableRecordException naming the place, what stands there and what was expected
   */
  static <T> T read(Map<String, Object> values, String where, Function<Tree, T> reader) {
    Tree tree = checked(values, where);
    try {
      return reader.apply(tree);
    } catch (IllegalArgumentException e) {
      throw new UnreadableRecordException(where + ": " + e.getMessage(), e);
    }
  }

  /**
   * Refuses a record that newer code wrote: acting on half-understood state is how data is lost.
   *
   * @throws UnreadableRecordException naming both versions
   */
  public static Tree checked(Map<String, Object> values, String where) {
    Tree tree = Tree.of(values, where);
    long version = tree.number(ATTRIBUTE);
    if (version > VERSION) {
      throw new UnreadableRecordException(
          where
              + ": schemaVersion is "
              + version
              + ", expected at most "
              + VERSION
              + "; upgrade this Quorate component before it touches the cluster",
          null);
    }
    return tree;
  }
}
