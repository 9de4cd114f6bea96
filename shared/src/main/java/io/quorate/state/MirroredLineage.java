package io.quorate.state;

import io.quorate.model.ClusterUid;
import java.util.List;
import java.util.Optional;

/**
 * What the lineage mirror holds of a cluster: every generation that was ever final or about to be.
 *
 * @param uid whose name it is
 * @param bootstraps one for each generation, from the first on
 */
public record MirroredLineage(ClusterUid uid, List<Bootstrap> bootstraps) {
  /** Refuses generations that do not follow one another. */
  public MirroredLineage {
    bootstraps = List.copyOf(bootstraps);
    for (int at = 0; at < bootstraps.size(); at++) {
      if (bootstraps.get(at).generation().value() != at + 1) {
        throw new IllegalArgumentException(
            "generation "
                + bootstraps.get(at).generation()
                + " in the mirror, expected generation "
                + (at + 1));
      }
    }
  }

  /**
   * The lineage that it tells of; empty where no generation was ever recorded. A generation is
   * mirrored before its lineage becomes COMMITTED, and nothing but that follows: it counts as
   * committed.
   */
  public Optional<Lineage> lineage() {
    return bootstraps.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Lineage(
                uid,
                Lineage.State.COMMITTED,
                Optional.of(bootstraps.getLast()),
                bootstraps.stream()
                    .flatMap(
                        bootstrap ->
                            bootstrap.source().stream()
                                .map(source -> Fork.of(bootstrap.generation(), source)))
                    .toList(),
                Optional.empty()));
  }
}
