package io.quorate.recovery;

import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import java.time.Instant;

/**
 * The snapshot that is made of a fenced node's directory, before anything is committed.
 *
 * @param number which salvage of its recovery, from one
 * @param instance the fenced node
 * @param snapshot the snapshot that is made
 * @param since when the node was told, by the controller's clock
 * @param state what came of it
 * @param detail for people
 */
public record Salvage(
    long number,
    InstanceId instance,
    SnapshotId snapshot,
    Instant since,
    State state,
    String detail) {
  /** What came of a salvage. */
  public enum State {
    /** It is under way. */
    OPEN,
    /** The snapshot is in the catalogue. */
    DONE,
    /** The directory is proved bad. */
    BAD,
    /** It could not be made, which says nothing of the directory. */
    NOT_MADE
  }

  /** Refuses a number that is none. */
  public Salvage {
    if (number < 1) {
      throw new IllegalArgumentException("salvage " + number + ": expected one or more");
    }
  }

  /** Whether its directory is not to be salvaged again. */
  public boolean settled() {
    return switch (state) {
      case DONE, BAD -> true;
      case OPEN, NOT_MADE -> false;
    };
  }

  Salvage ended(State how, String why) {
    return new Salvage(number, instance, snapshot, since, how, why);
  }
}
