package io.quorate.controller.plan.state;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.state.DifferingVoters.Verdict;
import io.quorate.state.ComparisonRound;
import io.quorate.state.ComparisonRound.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Why the voters' data are to be compared now:
 *
 * <ol>
 *   <li>somebody differs from a majority, and a second round has to find the same;
 *   <li>voters differ, and were not compared for a quarter of an hour.
 * </ol>
 *
 * <p>After a round that could not compare all, the next one waits.
 */
public final class ComparisonDue {
  private static final Duration REPEATED = Duration.ofMinutes(15);
  private static final Duration AFTER_INCOMPLETE = Duration.ofMinutes(5);

  private ComparisonDue() {}

  /** Empty while no comparison is due. */
  public static Optional<Reason> why(ClusterState clusterState) {
    boolean waits =
        clusterState
            .status()
            .tasks()
            .comparison()
            .last()
            .filter(round -> round.result().filter(Result.INCOMPLETE::equals).isPresent())
            .filter(round -> !passed(clusterState, round.progressAt(), AFTER_INCOMPLETE))
            .isPresent();
    return waits || ComparableVoters.listed(clusterState).size() < 2
        ? Optional.empty()
        : DifferingVoters.of(clusterState).flatMap(verdict -> ofDifference(clusterState, verdict));
  }

  private static Optional<Reason> ofDifference(ClusterState clusterState, Verdict verdict) {
    ComparisonRound round = verdict.round();
    if (verdict.majority() && !DifferingVoters.confirmed(clusterState, verdict)) {
      return Optional.of(
          Reason.of("COMPARISON_CONFIRMS", "a second round has to find what the last one found: "
              + round.words()));
    }
    return passed(clusterState, round.progressAt(), REPEATED)
        ? Optional.of(Reason.of("COMPARISON_REPEATS", "the voters' data differ: " + round.words()))
        : Optional.empty();
  }

  private static boolean passed(ClusterState clusterState, Instant from, Duration time) {
    return !clusterState.view().observedAt().isBefore(from.plus(time));
  }
}
