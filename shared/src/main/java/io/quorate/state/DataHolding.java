package io.quorate.state;

import io.quorate.wire.Wire;
import java.util.Optional;

/**
 * Whether a node holds data, by its own proof.
 *
 * @param state what is proved
 * @param cause why there is none; there only with {@link State#NONE}
 * @param diskId the disk on which that was proved
 */
public record DataHolding(
    State state, Optional<Cause> cause, @Wire.Longest(Wire.ID) String diskId) {
  /** What is proved. */
  public enum State {
    /** It holds a data directory. */
    DATA,
    /** It could not be proved either way. */
    UNKNOWN,
    /** Nothing is in etcd's path, no etcd runs, its ports are free. */
    NONE
  }

  /** Why a node holds no data. */
  public enum Cause {
    /** This disk never was a member's. */
    NEVER,
    /** The member's directory is gone. */
    LOST,
    /** The member was removed from the cluster. */
    REMOVED,
    /** The member left the cluster. */
    LEFT,
    /** The join that made the data was undone. */
    UNDONE
  }

  public DataHolding {
    if ((state == State.NONE) != cause.isPresent()) {
      throw new IllegalArgumentException(
          "holding " + state + cause.map(told -> " with cause " + told).orElse(" without a cause"));
    }
  }
}
