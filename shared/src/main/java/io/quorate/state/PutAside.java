package io.quorate.state;

import io.quorate.snapshot.LogEnd;
import io.quorate.wire.Wire;
import java.util.List;

/**
 * The data directories that a node keeps out of etcd's path.
 *
 * @param directories how many
 * @param bytes what they take of the disk
 * @param shortest of each etcd cluster the end of the log that ends first; of the three newest
 *     clusters at most, and of no log whose end cannot be read
 */
public record PutAside(
    @Wire.Count long directories,
    @Wire.Count long bytes,
    @Wire.Most(Wire.MEMBERS) List<LogEnd> shortest) {
  /** Of how many clusters the shortest log is told. */
  public static final int MOST_CLUSTERS = 3;

  /** There is none. */
  public static final PutAside NONE = new PutAside(0, 0, List.of());

  public PutAside {
    shortest = shortest.stream().limit(MOST_CLUSTERS).toList();
  }
}
