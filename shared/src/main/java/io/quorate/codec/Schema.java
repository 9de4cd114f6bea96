package io.quorate.codec;

import java.util.Map;
import java.util.function.Function;

/** The version that every stored record carries as {@code schemaVersion}. */
public final class Schema {
  /** The attribute's name. */
  public static final String ATTRIBUTE = "schemaVersion";

  /**
   * What this code writes, and the newest that it reads, of a record that has no version of its
   * own.
   */
  public static final long VERSION = 1;

  /** The newest version of the status: it is written once holders are recorded. */
  public static final long STATUS_WITH_HOLDERS = 2;

  /**
   * A version of the lineage, and the newest of a bootstrap alone: it is written once a generation
   * begins with a source. An older agent would start such a generation empty.
   */
  public static final long LINEAGE_WITH_SOURCE = 2;

  /**
   * The newest version of a recovery: it is written once an operator approved it. An older release
   * would commit without looking at what was approved.
   */
  public static final long RECOVERY_WITH_APPROVAL = 2;

  /**
   * The newest version of a generation in the lineage mirror: that of one whose bootstrap is lost.
   */
  static final long BOOTSTRAP_LOST = 3;

  /** The version of the lineage of a cluster that is deleted. */
  public static final long LINEAGE_DELETED = 3;

  /**
   * The newest version of the lineage: that of a cluster that is to begin with a snapshot. An older
   * release would begin it empty.
   */
  public static final long LINEAGE_WITH_ORIGIN = 4;

  private Schema() {}

  /** Starts a record of the version that this code writes. */
  static Tree.Builder builder() {
    return builder(VERSION);
  }

  /**
   * Starts a record of a version of its own. What an older release must not drop makes a record's
   * version higher, so that it refuses the record.
   */
  static Tree.Builder builder(long version) {
    return Tree.builder().with(ATTRIBUTE, version);
  }

  /**
   * Reads a record of a known version; what a value type refuses is told as the record's fault.
   *
   * @throws UnreadableRecordException naming the place, what stands there and what was expected
   */
  public static <T> T read(Map<String, Object> values, String where, Function<Tree, T> reader) {
    return read(values, where, VERSION, reader);
  }

  /**
   * Reads a record whose newest version is its own.
   *
   * @throws UnreadableRecordException naming the place, what stands there and what was expected
   */
  static <T> T read(
      Map<String, Object> values, String where, long newest, Function<Tree, T> reader) {
    Tree tree = checked(values, where, newest);
    try {
      return reader.apply(tree);
    } catch (IllegalArgumentException e) {
      throw new UnreadableRecordException(where + ": " + e.getMessage(), e);
    }
  }

  /**
   * Refuses a record that newer code wrote: acting on half-understood state is how data is lost.
   */
  private static Tree checked(Map<String, Object> values, String where, long newest) {
    Tree tree = Tree.of(values, where);
    long version = tree.number(ATTRIBUTE);
    if (version > newest) {
      throw new UnreadableRecordException(
          where
              + ": schemaVersion is "
              + version
              + ", expected at most "
              + newest
              + "; upgrade this Quorate component before it touches the cluster",
          null);
    }
    return tree;
  }
}
