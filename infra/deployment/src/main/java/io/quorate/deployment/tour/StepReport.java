package io.quorate.deployment.tour;

import java.time.Duration;
import java.util.Optional;

/**
 * How a step of the tour went.
 *
 * @param name the step
 * @param detected after how long the records showed it; empty where nothing was broken
 * @param healthy after how long the cluster was healthy again
 * @param longestGap the longest time without an acknowledged write meanwhile; empty before writes
 * @param problem why it failed; empty where it did not
 * @param skipped why it was not made; empty where it was
 */
record StepReport(
    String name,
    Optional<Duration> detected,
    Duration healthy,
    Optional<Duration> longestGap,
    Optional<String> problem,
    Optional<String> skipped) {
  /** Of a step that was made. */
  StepReport(
      String name,
      Optional<Duration> detected,
      Duration healthy,
      Optional<Duration> longestGap,
      Optional<String> problem) {
    this(name, detected, healthy, longestGap, problem, Optional.empty());
  }

  /** Of a step that was not made. */
  static StepReport skipped(String name, String because) {
    return new StepReport(
        name,
        Optional.empty(),
        Duration.ZERO,
        Optional.empty(),
        Optional.empty(),
        Optional.of(because));
  }

  /** Whether it was made, and all came of it that had to. */
  boolean passed() {
    return problem.isEmpty() && skipped.isEmpty();
  }
}
