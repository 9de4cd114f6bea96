package io.quorate.controller.plan.facts;

import io.quorate.controller.view.MirrorView;
import io.quorate.model.ClusterName;
import io.quorate.model.Generation;
import io.quorate.state.Bootstrap;
import io.quorate.state.Lineage;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredGeneration;
import io.quorate.state.MirroredLineage;
import io.quorate.store.LineageKeys;
import java.util.Optional;

/**
 * How the bucket's mirror of the lineage differs from the table's lineage, which is committed, and
 * was mirrored before it was. Generations are compared from the first on; the first that is not
 * there ends it, for then what follows is not read.
 */
public sealed interface MirrorDifference {
  /** Which object, and what is wrong with it. */
  String words();

  /** Objects are missing; what is there is the table's. It may be written again. */
  record Missing(String words) implements MirrorDifference {}

  /** The bucket holds something else, which is never overwritten. */
  record Other(String words) implements MirrorDifference {}

  /** The bucket knows what this table does not: the table is older, or another one's is in use. */
  record TableOlder(String words) implements MirrorDifference {}

  /**
   * The difference; empty where the mirror tells what the table does, or nothing is known of it.
   */
  public static Optional<MirrorDifference> of(
      ClusterName cluster, Lineage table, MirrorView mirror) {
    return switch (mirror) {
      case MirrorView.Unreadable unreadable ->
          Optional.of(new Other("it cannot be read: " + unreadable.why()));
      case MirrorView.Unanswered unanswered -> Optional.empty();
      case MirrorView.Read read ->
          read.lineage()
              .map(mirrored -> of(cluster, table, mirrored))
              .orElseGet(
                  () -> Optional.of(new Missing(LineageKeys.claim(cluster) + " is missing")));
    };
  }

  private static Optional<MirrorDifference> of(
      ClusterName cluster, Lineage table, MirroredLineage mirrored) {
    if (!mirrored.uid().equals(table.uid())) {
      return Optional.of(
          new Other(
              LineageKeys.claim(cluster)
                  + " is of UID "
                  + mirrored.uid()
                  + ", the table's cluster has UID "
                  + table.uid()));
    }
    for (MirroredGeneration there : mirrored.generations()) {
      Optional<MirrorDifference> other = compared(cluster, table, there);
      if (other.isPresent()) {
        return other;
      }
    }
    Generation next = new Generation(mirrored.generations().size() + 1L);
    return table.generation().before(next)
        ? Optional.empty()
        : Optional.of(
            new Missing(LineageKeys.generation(cluster, table.uid(), next) + " is missing"));
  }

  private static Optional<MirrorDifference> compared(
      ClusterName cluster, Lineage table, MirroredGeneration there) {
    String key = LineageKeys.generation(cluster, table.uid(), there.generation());
    if (table.generation().before(there.generation())) {
      return Optional.of(
          new TableOlder(
              key
                  + " tells of generation "
                  + there.generation()
                  + ", the table of generation "
                  + table.generation()));
    }
    boolean same =
        there.generation().equals(table.generation())
            ? current(table, there)
            : table.withoutBootstrap().stream()
                .filter(ancestor -> ancestor.generation().equals(there.generation()))
                .map(LostBootstrap::fork)
                .allMatch(there.fork()::equals);
    return same
        ? Optional.empty()
        : Optional.of(
            new TableOlder(
                key
                    + " tells of another begin of generation "
                    + there.generation()
                    + " than the table"));
  }

  private static boolean current(Lineage table, MirroredGeneration there) {
    return there instanceof Bootstrap mirrored
        && table.bootstrap().filter(own -> own.nonce().equals(mirrored.nonce())).isPresent();
  }
}
