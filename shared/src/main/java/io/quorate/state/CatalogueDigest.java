package io.quorate.state;

import io.quorate.snapshot.SnapshotId;
import java.util.List;

/**
 * What a steady turn reads of a long catalogue: the newest lines, and these older ones. It holds
 * until the catalogue changes.
 *
 * @param newest the newest line when the whole catalogue was read
 * @param older lines before the newest that something rests on
 */
public record CatalogueDigest(SnapshotId newest, List<SnapshotId> older) {
  /** How many of the newest lines are read; a shorter catalogue is read whole. */
  public static final int NEWEST_LINES = 100;

  /** Where something rests on more older lines, all are read. */
  public static final int MOST_OLDER = 50;

  public CatalogueDigest {
    older = List.copyOf(older);
  }
}
