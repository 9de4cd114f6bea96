package io.quorate.state;

import io.quorate.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * What the controllers saw of a node's heartbeat, to tell by their own clocks and turns whether the
 * sequence stands still.
 *
 * <p>Each turn may have another clock. So time counts between the first look and a later one by the
 * same clock; by another, only what goes beyond {@link ClockReading#CLOCKS_APART}. What one
 * controller has seen stand still stays so for the next.
 *
 * @param incarnationNonce which run of the agent
 * @param sequence the sequence seen
 * @param since when this sequence was first seen, by that controller's clock
 * @param clocks when each clock first saw it; of the latest few clocks
 * @param still for how long it has stood still at least
 * @param turns how many turns have seen it since, the first not counted
 */
public record HeartbeatProgress(
    String incarnationNonce,
    long sequence,
    Instant since,
    @Wire.AddedLater Map<String, Instant> clocks,
    @Wire.AddedLater Duration still,
    long turns) {
  private static final int CLOCKS_KEPT = 8;

  public HeartbeatProgress {
    clocks = Map.copyOf(clocks);
  }

  /** What a further look makes of this: the same heartbeat again, or a new one. */
  public HeartbeatProgress then(AgentIncarnation boot, long nextSequence, ClockReading now) {
    if (!boot.nonce().equals(incarnationNonce) || nextSequence != sequence) {
      return first(boot, nextSequence, now);
    }
    Duration seen = seenUntil(now);
    return new HeartbeatProgress(
        incarnationNonce,
        sequence,
        since,
        clocksWith(now),
        seen.compareTo(still) > 0 ? seen : still,
        turns + 1);
  }

  private Duration seenUntil(ClockReading now) {
    Instant own = clocks.get(now.clock());
    return own == null
        ? Duration.between(since, now.at()).minus(ClockReading.CLOCKS_APART)
        : Duration.between(own, now.at());
  }

  /** A clock that went back begins anew. */
  private Map<String, Instant> clocksWith(ClockReading now) {
    Map<String, Instant> with = new HashMap<>(clocks);
    with.merge(now.clock(), now.at(), (first, at) -> at.isBefore(first) ? at : first);
    if (with.size() > CLOCKS_KEPT) {
      clocks.entrySet().stream()
          .min(
              Map.Entry.<String, Instant>comparingByValue()
                  .thenComparing(Map.Entry.comparingByKey()))
          .ifPresent(oldest -> with.remove(oldest.getKey()));
    }
    return with;
  }

  /** The first look at a heartbeat. */
  public static HeartbeatProgress first(AgentIncarnation boot, long sequence, ClockReading now) {
    return new HeartbeatProgress(
        boot.nonce(), sequence, now.at(), Map.of(now.clock(), now.at()), Duration.ZERO, 0);
  }
}
