package io.quorate.recovery;

import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import java.time.Instant;
import java.util.List;

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

  /** So many may be made in one recovery because the snapshot of the one before proved bad. */
  private static final long MOST = 3;

  /**
   * What is left of the salvages once a snapshot proved bad: if it was made of a directory, that is
   * whole all the same, and is salvaged again, so that no older snapshot takes its place.
   */
  static List<Salvage> passingOver(List<Salvage> salvages, SnapshotId bad, String because) {
    return salvages.stream()
        .map(
            made ->
                made.snapshot().equals(bad) && made.number() < MOST
                    ? made.ended(State.NOT_MADE, "snapshot " + bad + " proved bad: " + because)
                    : made)
        .toList();
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
