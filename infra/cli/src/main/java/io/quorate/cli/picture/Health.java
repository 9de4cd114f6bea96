package io.quorate.cli.picture;

import io.quorate.state.Phase;

/** A cluster in one word, for exit codes. */
public enum Health {
  /** The controller says so, and every voter's own report agrees. */
  HEALTHY,
  /** It serves or is being born, and something is missing, ailing or changing. */
  NOT_HEALTHY,
  /** No quorum, or nothing is decided until a person has looked. */
  NO_QUORUM;

  /**
   * By the controller's phase, which alone can tell no quorum from a late heartbeat; a cluster it
   * calls healthy whose voters do not all say so by now is not.
   */
  public static Health of(ClusterPicture picture) {
    return picture.status().map(status -> of(status.phase(), picture)).orElse(NOT_HEALTHY);
  }

  private static Health of(Phase phase, ClusterPicture picture) {
    return switch (phase) {
      case HEALTHY -> allServe(picture) ? HEALTHY : NOT_HEALTHY;
      case WAITING_FOR_NODES, BOOTSTRAPPING, CHANGING, DEGRADED -> NOT_HEALTHY;
      case NO_QUORUM, HALTED -> NO_QUORUM;
    };
  }

  private static boolean allServe(ClusterPicture picture) {
    Quorum quorum = Roster.of(picture).quorum();
    return quorum.held() && quorum.serving() == quorum.voters();
  }
}
