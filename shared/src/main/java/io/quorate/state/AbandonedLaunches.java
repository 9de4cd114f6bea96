package io.quorate.state;

import io.quorate.model.InstanceId;
import java.time.Instant;

/**
 * Launches that were given up one after the other, since the last instance went into service.
 *
 * @param inARow how many
 * @param last the latest of them
 * @param at when that one was given up, by the controller's clock
 */
public record AbandonedLaunches(int inARow, InstanceId last, Instant at) {
  /** Refuses a number that no launch can have made. */
  public AbandonedLaunches {
    if (inARow < 1) {
      throw new IllegalArgumentException(
          inARow + " abandoned launches in a row: expected one or more");
    }
  }
}
