package io.quorate.controller.observe;

import io.quorate.controller.view.UnreadableSnapshot;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotObjects;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads manifests and marks one by one, so that one that cannot be read hides no other: agents may
 * create what they like under their cluster's prefix, and nobody but an administrator removes it.
 */
final class ReadableObjects {
  /** Who pinned a snapshot whose pin cannot be read; it is pinned all the same. */
  static final String UNREADABLE_PIN = "a pin that cannot be read";

  private final SnapshotObjects store;
  private final List<UnreadableSnapshot> unreadable = new ArrayList<>();

  ReadableObjects(SnapshotObjects store) {
    this.store = store;
  }

  /** An object that looks like a manifest or a mark, and is that of no snapshot. */
  void stray(String key) {
    unreadable.add(
        new UnreadableSnapshot(Optional.empty(), key + ": its name begins with no snapshot's id"));
  }

  Optional<SnapshotManifest> manifest(SnapshotId id) {
    return read(Optional.of(id), () -> store.manifest(id), Optional.empty());
  }

  Optional<SnapshotRecord.Verified> verified(SnapshotId id) {
    return read(Optional.empty(), () -> store.verified(id), Optional.empty());
  }

  /** Who pinned it. The name alone pins: what a pin holds may be lost, the snapshot may not. */
  Optional<String> pin(SnapshotRecord record) {
    return read(
        Optional.empty(),
        () -> store.pinnedBy(record.id()),
        record.pinnedBy().or(() -> Optional.of(UNREADABLE_PIN)));
  }

  /** What could not be read so far. */
  List<UnreadableSnapshot> unreadable() {
    return List.copyOf(unreadable);
  }

  /** A parser's message has further lines, which say nothing of the object. */
  private static String firstLine(SnapshotStoreException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  /** An object may be encrypted so that this role alone cannot read it; a bucket is away or not. */
  private <T> Optional<T> read(
      Optional<SnapshotId> hides, Supplier<Optional<T>> reading, Optional<T> otherwise) {
    try {
      return reading.get();
    } catch (SnapshotStoreException e) {
      return switch (e.why()) {
        case STORE_AWAY, BUCKET_MISSING -> throw e;
        case UNREADABLE, ACCESS_DENIED, ARCHIVED, KEY_REFUSED, REFUSED, NOT_FOUND -> {
          unreadable.add(new UnreadableSnapshot(hides, e.why() + ": " + firstLine(e)));
          yield otherwise;
        }
      };
    }
  }
}
