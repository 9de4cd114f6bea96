package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.state.ComparisonRound.Result;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the comparisons of the voters' data have found.
 *
 * @param open the round under way
 * @param last the round that ended last, whatever came of it
 * @param found the last round that compared: all voters were equal, or some differ
 * @param before the round that compared before that one
 * @param equal the last round in which all voters were equal
 * @param cured the instances whose member left because it differed, and when it was told to
 */
public record DataComparison(
    Optional<ComparisonRound> open,
    Optional<ComparisonRound> last,
    Optional<ComparisonRound> found,
    Optional<ComparisonRound> before,
    Optional<ComparisonRound> equal,
    @Wire.Sparse Map<InstanceId, Instant> cured) {
  /** Nothing was ever compared. */
  public static final DataComparison NONE =
      new DataComparison(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of());

  public DataComparison {
    cured = Map.copyOf(cured);
  }

  /** With this round under way. */
  public DataComparison opening(ComparisonRound round) {
    return new DataComparison(Optional.of(round), last, found, before, equal, cured);
  }

  /** With this round ended; one that did not compare leaves what was found before. */
  public DataComparison ended(ComparisonRound round) {
    Optional<ComparisonRound> ended = Optional.of(round);
    Result result = round.result().orElseThrow();
    return new DataComparison(
        Optional.empty(),
        ended,
        result == Result.INCOMPLETE ? found : ended,
        result == Result.INCOMPLETE ? before : found,
        result == Result.EQUAL ? ended : equal,
        cured);
  }

  /** With a member told to leave because it differs; forgets instances that are gone. */
  public DataComparison curing(InstanceId instance, Instant now, Predicate<InstanceId> gone) {
    Map<InstanceId, Instant> next = new HashMap<>(cured);
    next.keySet().removeIf(gone);
    next.put(instance, now);
    return new DataComparison(open, last, found, before, equal, next);
  }
}
