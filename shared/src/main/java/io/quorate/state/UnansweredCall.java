package io.quorate.state;

import io.quorate.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A kind of call to AWS that turns of a cluster do not get answered as they should.
 *
 * @param why in words: throttled, slow, no answer
 * @param since when the first such call failed after which none was answered
 * @param last when the latest one failed
 */
public record UnansweredCall(@Wire.Cut(Wire.WORDS) String why, Instant since, Instant last) {
  /** How {@link #why} begins where the answer came, and came late. */
  public static final String SLOW = "slow";

  /** A call that nobody makes any more is told of for so long; the bucket is asked seldom. */
  static final Duration KEPT = Duration.ofMinutes(30);

  /**
   * Whether it has lasted for this long. A call that failed is made again soon. One that was
   * answered late kept nobody waiting, and may be made again an hour later: it lasts where a later
   * one was late, too.
   */
  public boolean lasts(Duration time, Instant now) {
    return !since.plus(time).isAfter(why.startsWith(SLOW) ? last : now);
  }

  /**
   * What is known after a turn.
   *
   * @param before the calls that were not answered before it, by operation
   * @param outcomes how the turn's latest call of each operation ended: why it failed, empty where
   *     it was answered
   */
  public static Map<String, UnansweredCall> next(
      Map<String, UnansweredCall> before, Map<String, Optional<String>> outcomes, Instant now) {
    Map<String, UnansweredCall> next = new TreeMap<>(before);
    next.values().removeIf(call -> call.last().plus(KEPT).isBefore(now));
    outcomes.forEach(
        (operation, failure) -> {
          Instant since =
              Optional.ofNullable(next.remove(operation)).map(UnansweredCall::since).orElse(now);
          failure.ifPresent(why -> next.put(operation, new UnansweredCall(why, since, now)));
        });
    return next;
  }
}
