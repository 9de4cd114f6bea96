package io.quorate.state;

import java.time.Instant;

/**
 * What the controller last saw of a node's heartbeat, to tell by its own clock and its own turns
 * whether the sequence stands still.
 *
 * @param bootNonce which run of the agent
 * @param sequence the sequence seen
 * @param since when this sequence was first seen, by the controller's clock
 * @param turns how many turns have seen it since, the first not counted
 */
public record Observation(String bootNonce, long sequence, Instant since, long turns) {
  /**
   * What a further look makes of this: the same heartbeat again, or a new one. Where the clock went
   * back since, the time counts from this look: else a dead node would seem fresh for as long.
   */
  public Observation then(Boot boot, long nextSequence, Instant now) {
    boolean still = boot.nonce().equals(bootNonce) && nextSequence == sequence;
    return still
        ? new Observation(bootNonce, sequence, now.isBefore(since) ? now : since, turns + 1)
        : first(boot, nextSequence, now);
  }

  /** The first look at a heartbeat. */
  public static Observation first(Boot boot, long sequence, Instant now) {
    return new Observation(boot.nonce(), sequence, now, 0);
  }
}
