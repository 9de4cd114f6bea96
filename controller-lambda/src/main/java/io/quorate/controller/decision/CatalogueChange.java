package io.quorate.controller.decision;

import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.store.Expect;
import io.quorate.store.Expiry;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A change of one line of the catalogue.
 *
 * @param before the line that was read; empty where there was none
 * @param after the line that is written; empty: it is marked as gone
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

  /** The write, only over what was read; a line that goes is marked. */
  public Write write(ClusterName cluster, Instant now) {
    Expect expect =
        before.map(read -> Expect.is("state", read.state().name())).orElseGet(Expiry::goneOrNone);
    Map<String, Object> attributes =
        after
            .map(Codecs.SNAPSHOT::write)
            .orElseGet(() -> Expiry.at(Codecs.SNAPSHOT.write(before.orElseThrow()), now));
    return new Write.Put(new Item(Keys.snapshot(cluster, id()), attributes), expect);
  }
}
