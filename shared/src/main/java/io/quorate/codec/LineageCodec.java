package io.quorate.codec;

import io.quorate.model.ClusterUid;
import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.Fork;
import io.quorate.state.Lineage;
import io.quorate.state.Origin;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    return Schema.builder(version(lineage))
        .with("uid", lineage.uid())
        .with("state", lineage.state())
        .with("generation", lineage.generation().value())
        .withOptional(
            "bootstrap",
            lineage.bootstrap().map(bootstrap -> BootstrapCodec.fields(Tree.builder(), bootstrap)))
        .withOptional(
            "ancestors",
            Optional.of(lineage.ancestors())
                .filter(forks -> !forks.isEmpty())
                .map(
                    forks ->
                        Tree.builder()
                            .with("forks", forks.stream().map(LineageCodec::fork).toList())
                            .build()))
        .withOptional("origin", lineage.origin().map(LineageCodec::origin))
        .build();
  }

  private static long version(Lineage lineage) {
    return switch (lineage.state()) {
      case DELETED -> Schema.LINEAGE_DELETED;
      case UNBOOTSTRAPPED ->
          lineage.origin().isPresent() ? Schema.LINEAGE_WITH_ORIGIN : Schema.VERSION;
      case COMMITTING, COMMITTED ->
          lineage.ancestors().isEmpty() ? Schema.VERSION : Schema.LINEAGE_WITH_SOURCE;
    };
  }

  /**
   * Reads the record.
   *
   * @throws UnreadableRecordException also when the generation is not its bootstrap's
   */
  public static Lineage read(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, Schema.LINEAGE_WITH_ORIGIN, LineageCodec::lineage);
  }

  private static Lineage lineage(Tree tree) {
    Lineage lineage =
        new Lineage(
            tree.value("uid", ClusterUid::new),
            tree.constant("state", Lineage.State.class),
            tree.optionalTree("bootstrap").map(BootstrapCodec::nested),
            tree.optionalTree("ancestors").map(a -> a.trees("forks")).orElse(List.of()).stream()
                .map(LineageCodec::fork)
                .toList(),
            tree.optionalTree("origin").map(LineageCodec::origin));
    long generation = tree.number("generation");
    if (generation != lineage.generation().value()) {
      throw new UnreadableRecordException(
          tree.where()
              + ": generation is "
              + generation
              + ", expected its bootstrap's, "
              + lineage.generation()
              + "; the record was edited by hand, put the right one back",
          null);
    }
    return lineage;
  }

  private static Map<String, Object> origin(Origin origin) {
    return Tree.builder()
        .with("snapshot", origin.snapshot())
        .with("sha256", origin.sha256())
        .build();
  }

  private static Origin origin(Tree tree) {
    return new Origin(tree.value("snapshot", SnapshotId::new), tree.string("sha256"));
  }

  static Map<String, Object> fork(Fork fork) {
    return Tree.builder()
        .with("generation", fork.generation().value())
        .with("parent", fork.parent().value())
        .with("forkRevision", fork.forkRevision())
        .with("snapshot", fork.snapshot())
        .build();
  }

  static Fork fork(Tree tree) {
    return new Fork(
        new Generation(tree.number("generation")),
        new Generation(tree.number("parent")),
        tree.number("forkRevision"),
        tree.value("snapshot", SnapshotId::new));
  }
}
