package io.quorate.state;

import io.quorate.model.FencingToken;
import java.time.Instant;
import java.util.Map;

/**
 * One decision or outcome, for ever legible.
 *
 * @param id time-ordered and unique: instant, token and position in the turn
 * @param at by the controller's clock
 * @param token the turn's fencing token
 * @param decision what was decided
 * @param reason why, by its code
 * @param message why, in words
 * @param evidence what it rested on, by name
 */
public record JournalEntry(
    String id,
    Instant at,
    FencingToken token,
    String decision,
    String reason,
    String message,
    Map<String, String> evidence) {
  /** Keeps the evidence as it is. */
  public JournalEntry {
    evidence = Map.copyOf(evidence);
  }

  /** An id that sorts by time, then by turn, then by position in the turn. */
  public static String id(Instant at, FencingToken token, int position) {
    return String.format("%013d-%012d-%02d", at.toEpochMilli(), token.value(), position);
  }
}
