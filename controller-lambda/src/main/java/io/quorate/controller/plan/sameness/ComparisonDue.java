package io.quorate.controller.plan.sameness;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.voters.ComparableVoters;
import io.quorate.controller.plan.voters.DifferingVoters;
import io.quorate.controller.plan.voters.DifferingVoters.Verdict;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.MemberId;
import io.quorate.state.ComparisonRound;
import io.quorate.state.ComparisonRound.Result;
import io.quorate.state.DataComparison;
import io.quorate.state.MaintenanceLane;
import io.quorate.state.MemberEntry;
import io.quorate.state.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why the voters' data are to be compared now:
 *
 * <ol>
 *   <li>somebody differs from a majority, and a second round has to find the same;
 *   <li>voters differ, and were not compared for a quarter of an hour;
 *   <li>by the spec's interval, and after each join.
 * </ol>
 *
 * <p>After a round that could not compare all, the next one waits.
 */
public final class ComparisonDue {
  private static final Duration REPEATED = Duration.ofMinutes(15);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
  private static final Duration AFTER_INCOMPLETE = Duration.ofMinutes(5);

  private ComparisonDue() {}

  /** A round that cannot go on for so long, as beside a voter that is down, ends. */
  public static Status next(ClusterView view, Status status) {
    MaintenanceLane stored = status.tasks();
    DataComparison comparison = stored.comparison();
    return stored.open().isPresent()
        ? status
        : comparison
            .open()
            .filter(round -> view.observedAt().isAfter(round.progressAt().plus(LONGEST_WAIT)))
            .map(
                round ->
                    round.ended(
                        ComparisonRound.Result.INCOMPLETE,
                        "not all voters could be compared: the round did not go on for "
                            + LONGEST_WAIT.toMinutes()
                            + " minutes",
                        view.observedAt()))
            .map(round -> status.withTasks(stored.withComparison(comparison.ended(round))))
            .orElse(status);
  }

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
        : DifferingVoters.of(clusterState)
            .map(verdict -> ofDifference(clusterState, verdict))
            .orElseGet(() -> bySchedule(clusterState));
  }

  private static Optional<Reason> ofDifference(ClusterState clusterState, Verdict verdict) {
    ComparisonRound round = verdict.round();
    if (verdict.majority() && !DifferingVoters.confirmed(clusterState, verdict)) {
      return Optional.of(
          Reason.of(
              "COMPARISON_CONFIRMS",
              "a second round has to find what the last one found: " + round.words()));
    }
    return stale(clusterState, round)
        ? Optional.of(Reason.of("COMPARISON_REPEATS", "the voters' data differ: " + round.words()))
        : Optional.empty();
  }

  /** Whether a round that found a difference is too old to be acted on. */
  static boolean stale(ClusterState clusterState, ComparisonRound round) {
    return passed(clusterState, round.progressAt(), REPEATED);
  }

  private static Optional<Reason> bySchedule(ClusterState clusterState) {
    Optional<Duration> interval = clusterState.view().spec().maintenance().compareData();
    Optional<ComparisonRound> found = clusterState.status().tasks().comparison().found();
    if (interval.isEmpty()) {
      return Optional.empty();
    }
    if (found.isEmpty()) {
      return Optional.of(Reason.of("NEVER_COMPARED", "the voters' data were never compared"));
    }
    List<MemberId> joined =
        ComparableVoters.listed(clusterState).stream()
            .map(MemberEntry::id)
            .filter(voter -> !found.get().voters().containsKey(voter))
            .toList();
    if (!joined.isEmpty()) {
      return Optional.of(
          Reason.of("VOTER_JOINED", "voters that joined were never compared: " + joined));
    }
    return passed(clusterState, found.get().progressAt(), interval.get())
        ? Optional.of(
            Reason.of(
                "COMPARISON_DUE", "the voters were last compared at " + found.get().progressAt()))
        : Optional.empty();
  }

  private static boolean passed(ClusterState clusterState, Instant from, Duration time) {
    return !clusterState.view().observedAt().isBefore(from.plus(time));
  }
}
