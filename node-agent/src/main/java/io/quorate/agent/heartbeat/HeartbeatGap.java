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
  /** Two of the longest steady intervals. */
  static final long LATE_MILLIS = 10_000;

  private record Time(long monotonicMillis, Instant at) {}

  private Optional<Time> written = Optional.empty();

  /** A heartbeat composed at this time was written. */
  void written(long monotonicMillis, Instant at) {
    written = Optional.of(new Time(monotonicMillis, at));
  }

  /** What to tell when the latest written heartbeat is too old; empty when none was written. */
  Optional<String> at(long monotonicMillis, Instant at) {
    return written
        .map(
            last ->
                Math.max(
                    monotonicMillis - last.monotonicMillis(),
                    Duration.between(last.at(), at).toMillis()))
        .filter(gap -> gap > LATE_MILLIS)
        .map(gap -> "no heartbeat was written for " + gap / 1_000 + " s");
  }
}
