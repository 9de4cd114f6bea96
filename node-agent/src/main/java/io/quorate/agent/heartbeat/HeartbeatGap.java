package io.quorate.agent.heartbeat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * For how long no heartbeat was written: the agent or its machine stood still, or the store was
 * away. The controller may show this node as silent since, and nothing but its next turn takes that
 * back. Both clocks are asked, for the monotonic one stands still while a machine is suspended; a
 * jump of the other raises attention once, for nothing.
 */
final class HeartbeatGap {
  /** Less is no gap, however often heartbeats come. */
  private static final long LATE_MILLIS = 10_000;

  private record Time(long monotonicMillis, Instant at) {}

  private Optional<Time> written = Optional.empty();

  /** A heartbeat composed at this time was written. */
  void written(long monotonicMillis, Instant at) {
    written = Optional.of(new Time(monotonicMillis, at));
  }

  /**
   * What to tell when the latest written heartbeat is too old; empty when none was written.
   *
   * @param steadyMillis between two heartbeats at rest. Half as much again is a gap: a node counts
   *     as silent after twice as much at the earliest
   */
  Optional<String> at(long monotonicMillis, Instant at, long steadyMillis) {
    long late = Math.max(LATE_MILLIS, steadyMillis * 3 / 2);
    return written
        .map(
            last ->
                Math.max(
                    monotonicMillis - last.monotonicMillis(),
                    Duration.between(last.at(), at).toMillis()))
        .filter(gap -> gap > late)
        .map(gap -> "no heartbeat was written for " + gap / 1_000 + " s");
  }
}
