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
 */
record StepReport(
    String name,
    Optional<Duration> detected,
    Duration healthy,
    Optional<Duration> longestGap,
    Optional<String> problem) {
  boolean passed() {
    return problem.isEmpty();
  }
}
