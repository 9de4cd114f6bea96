package io.quorate.controller.decision;

import io.quorate.codec.SnapshotRecordCodec;
import io.quorate.model.ClusterName;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.Optional;

/**
 * A change of one line of the catalogue.
 *
 * @param before the line that was read; empty where there was none
 * @param after the line that is written; empty: it is deleted
 */
public record CatalogueChange(Optional<SnapshotRecord> before, Optional<SnapshotRecord> after) {
  /** Refuses a change of nothing to nothing. */
  public CatalogueChange {
    if (before.isEmpty() && after.isEmpty()) {
      throw new IllegalArgumentException("a change of the catalogue names no snapshot");
    }
  }

  /** A new line. */
  public static CatalogueChange add(SnapshotRecord record) {
    return new CatalogueChange(Optional.empty(), Optional.of(record));
  }

  /** Another line in the place of one that was read. */
  public static CatalogueChange replace(SnapshotRecord before, SnapshotRecord after) {
    return new CatalogueChange(Optional.of(before), Optional.of(after));
  }

  /** A line less. */
  public static CatalogueChange remove(SnapshotRecord record) {
    return new CatalogueChange(Optional.of(record), Optional.empty());
  }

  /** The snapshot that it is about. */
  public SnapshotId id() {
    return after.or(() -> before).orElseThrow().id();
  }

  /** The write, only over what was read. */
  Write write(ClusterName cluster) {
    Key key = Keys.snapshot(cluster, id());
    Expect expect =
        before.map(read -> Expect.is("state", read.state().name())).orElseGet(Expect::noRecord);
    return after
        .<Write>map(next -> new Write.Put(new Item(key, SnapshotRecordCodec.write(next)), expect))
        .orElseGet(() -> new Write.Delete(key, expect));
  }
}
