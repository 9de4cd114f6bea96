package io.quorate.state;

import io.quorate.model.ClusterUid;
import java.util.List;
import java.util.Optional;

/**
 * What the lineage mirror holds of a cluster: every generation that was ever final or about to be.
 *
 * @param uid whose name it is
 * @param generations one after another, from the first on
 */
public record MirroredLineage(ClusterUid uid, List<MirroredGeneration> generations) {
  /** Refuses generations that do not follow one another. */
  public MirroredLineage {
    generations = List.copyOf(generations);
    for (int at = 0; at < generations.size(); at++) {
      if (generations.get(at).generation().value() != at + 1) {
        throw new IllegalArgumentException(
            "generation "
                + generations.get(at).generation()
                + " in the mirror, expected generation "
                + (at + 1));
      }
    }
  }

  /**
   * The lineage that it tells of; empty where no generation was ever recorded, and where the newest
   * one's bootstrap is lost. A generation is mirrored before its lineage becomes COMMITTED, and
   * nothing but that follows: it counts as committed.
   */
  public Optional<Lineage> lineage() {
    return generations.isEmpty() ? Optional.empty() : lineage(generations.getLast());
  }

  private Optional<Lineage> lineage(MirroredGeneration newest) {
    return switch (newest) {
      case LostBootstrap lost -> Optional.empty();
      case Bootstrap bootstrap ->
          Optional.of(
              new Lineage(
                  uid,
                  Lineage.State.COMMITTED,
                  Optional.of(bootstrap),
                  generations.stream().flatMap(one -> one.fork().stream()).toList(),
                  Optional.empty()));
    };
  }
}
