package io.quorate.cli.picture;

import io.quorate.state.Phase;
import io.quorate.state.Severity;

/** A cluster in one word, for exit codes. */
public enum ClusterHealth {
  /** The controller has just said so, and every voter's own report agrees. */
  HEALTHY,
  /** It serves or is being bootstrapped, and something is missing, ailing or changing. */
  NOT_HEALTHY,
  /** No quorum, or nothing is decided until a person has looked. */
  NO_QUORUM,
  /** Too few agents report to tell whether a quorum serves. */
  UNSEEN;

  /**
   * By the controller's phase, which alone can tell no quorum from a late heartbeat; a cluster it
   * calls healthy is not, where its voters do not all say so by now, or a condition pages.
   */
  public static ClusterHealth of(ClusterSummary summary) {
    return summary.status().map(status -> of(status.phase(), summary)).orElse(NOT_HEALTHY);
  }

  private static ClusterHealth of(Phase phase, ClusterSummary summary) {
    return switch (phase) {
      case HEALTHY ->
          Silences.of(summary).isEmpty() && allServe(summary) && !pages(summary)
              ? HEALTHY
              : NOT_HEALTHY;
      case WAITING_FOR_NODES, BOOTSTRAPPING, CHANGING, DEGRADED, HIBERNATED -> NOT_HEALTHY;
      case NO_QUORUM, HALTED -> NO_QUORUM;
      case UNSEEN -> UNSEEN;
    };
  }

  /** Whether a condition holds that wakes a person, such as an alarm of etcd. */
  private static boolean pages(ClusterSummary summary) {
    return summary.status().stream()
        .flatMap(status -> status.conditions().stream())
        .anyMatch(condition -> condition.type().severity() == Severity.PAGE);
  }

  private static boolean allServe(ClusterSummary summary) {
    Quorum quorum = Roster.of(summary).quorum();
    return quorum.held() && quorum.serving() == quorum.voters();
  }
}
