package io.quorate.controller.plan.commands;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.facts.ClusterState;
import java.time.Duration;
import java.util.Optional;

/**
 * After a failure of its kind a command of the maintenance lane waits: a minute, twice as long each
 * time, at most an interval of snapshots, and never longer than an hour.
 */
public final class CommandBackoff {
  private static final Duration FIRST_WAIT = Duration.ofMinutes(1);
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);
  private static final int DOUBLINGS = 12;

  private CommandBackoff() {}

  /** Whether a failure of this kind is too recent for another attempt. */
  public static boolean waits(ClusterState clusterState, CommandKind kind) {
    Duration most =
        clusterState
            .view()
            .spec()
            .snapshots()
            .interval()
            .filter(interval -> interval.compareTo(LONGEST_WAIT) < 0)
            .orElse(LONGEST_WAIT);
    return waits(clusterState, kind, most);
  }

  /** The same, waiting no longer than this. */
  public static boolean waits(ClusterState clusterState, CommandKind kind, Duration most) {
    return Optional.ofNullable(clusterState.status().tasks().last().get(kind))
        .filter(last -> last.failures() > 0)
        .filter(
            last ->
                clusterState
                    .view()
                    .observedAt()
                    .isBefore(last.at().plus(after(last.failures(), most))))
        .isPresent();
  }

  private static Duration after(long failures, Duration most) {
    Duration doubled = FIRST_WAIT.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS));
    return doubled.compareTo(most) < 0 ? doubled : most;
  }
}
