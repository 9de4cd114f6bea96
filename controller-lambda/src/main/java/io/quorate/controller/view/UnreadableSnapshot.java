package io.quorate.controller.view;

import io.quorate.snapshot.SnapshotId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An object in the bucket, or a line of the catalogue, that nobody can read. It is passed over.
 *
 * @param id the snapshot that its name tells; empty where that is none
 * @param why which one it is, and what is wrong with it
 */
public record UnreadableSnapshot(Optional<SnapshotId> id, String why) {
  private static final int NAMED = 3;

  /** The first few of them, and how many there are; empty where there are none. */
  public static Optional<String> words(List<UnreadableSnapshot> all) {
    String first =
        all.stream().limit(NAMED).map(UnreadableSnapshot::why).collect(Collectors.joining(", "));
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            all.size() > NAMED ? first + " and " + (all.size() - NAMED) + " more" : first);
  }
}
