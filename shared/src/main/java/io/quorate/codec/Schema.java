package io.quorate.codec;

import java.util.Map;

/** The version that every stored record carries as {@code schemaVersion}. */
public final class Schema {
  /** The attribute's name. */
  public static final String ATTRIBUTE = "schemaVersion";

  /** What this code writes, and the newest that it reads. */
  public static final long VERSION = 1;

  private Schema() {}

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
