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

  /** The evidence in words: what a node had seen, and the older that the table held. */
  public static String words(Heartbeat row, String what, Object seen, Object held) {
    return "node %s had seen %s %s, the table held %s".formatted(row.instance(), what, seen, held);
  }
}
