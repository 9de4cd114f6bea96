package io.quorate.state;

import io.quorate.model.FencingToken;
import java.time.Instant;
import java.util.Optional;

/**
 * Proof that the clusters table is older than the cluster: it was restored or emptied.
 *
 * @param evidence what showed it, for people
 * @param since when that was first seen, by the controller's clock
 */
public record TableRollback(String evidence, Instant since) {
  /** The proof that a node gives which has seen a token after the table's; empty when none has. */
  public static Optional<TableRollback> proof(Heartbeat row, FencingToken held, Instant at) {
    return held.before(row.seenToken())
        ? Optional.of(new TableRollback(words(row, "fencing token", row.seenToken(), held), at))
        : Optional.empty();
  }

  /**
   * The proof that a node gives which has seen a newer token or generation than the table's, or
   * holds data of another UID; empty when it gives none.
   */
  public static Optional<TableRollback> proof(
      Heartbeat row, FencingToken held, Lineage lineage, Instant at) {
    return proof(row, held, at)
        .or(() -> newer(row, lineage).map(evidence -> new TableRollback(evidence, at)));
  }

  private static Optional<String> newer(Heartbeat row, Lineage lineage) {
    if (lineage.generation().before(row.seenGeneration())) {
      return Optional.of(words(row, "generation", row.seenGeneration(), lineage.generation()));
    }
    return row.identity()
        .filter(identity -> !identity.uid().equals(lineage.uid()))
        .map(identity -> words(row, "UID", identity.uid(), lineage.uid()));
  }

  /** The evidence in words: what a node had seen, and the older that the table held. */
  public static String words(Heartbeat row, String what, Object seen, Object held) {
    return "node %s had seen %s %s, the table held %s".formatted(row.instance(), what, seen, held);
  }
}
