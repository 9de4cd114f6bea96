package io.quorate.store;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import java.util.Optional;

/**
 * A snapshot's line in a cluster's catalogue. Much of it is what an agent told: a line of another
 * snapshot or cluster than its key's is not read.
 */
public final class CatalogueLine {
  private CatalogueLine() {}

  /** The snapshot that the line's key names; empty where that is no id. */
  public static Optional<SnapshotId> id(Item item) {
    return SnapshotId.parse(item.key().sort().substring(Keys.SNAPSHOT.length()));
  }

  /**
   * Reads the line.
   *
   * @throws UnreadableRecordException naming the line, what stands there and what was expected
   */
  public static SnapshotRecord read(Item item) {
    SnapshotRecord record = Codecs.SNAPSHOT.read(item.attributes(), item.key().toString());
    Key own = Keys.snapshot(record.manifest().cluster(), record.id());
    if (!own.equals(item.key())) {
      throw new UnreadableRecordException(
          item.key() + ": it is the line " + own + ", expected one of its own key", null);
    }
    return record;
  }
}
