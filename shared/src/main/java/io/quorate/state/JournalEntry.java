package io.quorate.state;

import io.quorate.model.FencingToken;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;

/**
 * One decision or outcome, for ever legible.
 *
 * @param id unique, and ordered as turns followed each other: token, position in the turn, instant
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
  public JournalEntry {
    evidence = Map.copyOf(evidence);
  }

  /** An id that sorts by turn, then by position in the turn, whatever the clocks said. */
  public static String id(Instant at, FencingToken token, int position) {
    return String.format(
        Locale.ROOT, "%012d-%02d-%013d", token.value(), position, at.toEpochMilli());
  }
}
