package io.quorate.state;

import io.quorate.wire.Wire;
import java.time.Instant;

/**
 * That the cloud is about to take the instance, or advises to replace it.
 *
 * @param action what the cloud announced, such as {@code terminate}, or {@link #REBALANCE}
 * @param at when it will happen; of an advice, when it was given
 */
public record Interruption(@Wire.Longest(Wire.ID) String action, Instant at) {
  /** The instance will be terminated, and its disk with it. */
  public static final String TERMINATE = "terminate";

  /** An advice: the risk of an interruption is higher than usual. It has no deadline. */
  public static final String REBALANCE = "rebalance";

  /** Whether the instance ends, and its member had better leave before. */
  public boolean terminates() {
    return action.equals(TERMINATE);
  }

  /** Whether it is an advice alone. */
  public boolean advises() {
    return action.equals(REBALANCE);
  }
}
