package io.quorate.snapshot;

import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.Optional;

/**
 * A snapshot's line in the catalogue: a copy of its manifest and what became of it. The bucket is
 * the truth, the catalogue can be made again from it.
 *
 * @param manifest what is known of the file
 * @param state what became of it
 * @param verified when it was last restored and found right
 * @param pinnedBy who pinned it; a pinned snapshot is never deleted
 * @param failure what the last verification found wrong; of one that is being deleted, why the
 *     bucket keeps it
 * @param unreadable why its file could not be read when the bucket was looked at last; it stays a
 *     source, and is not counted as verified meanwhile
 */
public record SnapshotRecord(
    @Wire.Inline @Wire.After("state") SnapshotManifest manifest,
    State state,
    @Wire.Inline Optional<Verified> verified,
    Optional<String> pinnedBy,
    Optional<String> failure,
    @Wire.Cut(Wire.WORDS) Optional<String> unreadable) {
  /** What became of a snapshot. */
  public enum State {
    /** It is in the bucket; nobody has restored it yet. */
    TAKEN,
    /** It was restored in isolation, and is what its manifest says. */
    VERIFIED,
    /** It was found not to be what its manifest says. */
    FAILED,
    /** It is being deleted, and is no source any more. */
    DELETING
  }

  /**
   * A verification that found it right.
   *
   * @param at by the controller's clock
   * @param restoreMillis how long the restore took, until etcd served
   */
  public record Verified(@Wire.Name("verifiedAt") Instant at, long restoreMillis) {}

  /** A snapshot that was just taken. */
  public static SnapshotRecord taken(SnapshotManifest manifest) {
    return new SnapshotRecord(
        manifest,
        State.TAKEN,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Its id. */
  public SnapshotId id() {
    return manifest.id();
  }

  /** Whether a recovery may use it. */
  public boolean usable() {
    return state == State.TAKEN || state == State.VERIFIED;
  }

  /** The same, restored in isolation and found right. */
  public SnapshotRecord verifiedBy(Verified found) {
    return new SnapshotRecord(
        manifest, State.VERIFIED, Optional.of(found), pinnedBy, Optional.empty(), Optional.empty());
  }

  /**
   * The same, as the bucket was found to read its file. One that cannot be read now is a source all
   * the same, and not a verified one; once it can be read it is again what it was.
   *
   * @param why why it cannot be read; empty where it can
   */
  public SnapshotRecord read(Optional<String> why) {
    State now =
        switch (state) {
          case TAKEN -> why.isEmpty() && unreadable.isPresent() ? proved() : State.TAKEN;
          case VERIFIED -> why.isPresent() ? State.TAKEN : State.VERIFIED;
          case FAILED, DELETING -> state;
        };
    return new SnapshotRecord(manifest, now, verified, pinnedBy, failure, why);
  }

  private State proved() {
    return verified.isPresent() ? State.VERIFIED : State.TAKEN;
  }

  /** The same, found wrong. */
  public SnapshotRecord failed(String why) {
    return new SnapshotRecord(
        manifest, State.FAILED, verified, pinnedBy, Optional.of(why), Optional.empty());
  }

  /** The same, pinned or not. */
  public SnapshotRecord pinned(Optional<String> by) {
    return new SnapshotRecord(manifest, state, verified, by, failure, unreadable);
  }

  /** Whether it is to be deleted, and the bucket refused that. */
  public boolean kept() {
    return state == State.DELETING && failure.isPresent();
  }

  /** The same, whose deletion the bucket refused; it is no source all the same. */
  public SnapshotRecord keptBecause(String why) {
    if (state != State.DELETING) {
      throw new IllegalStateException("snapshot " + id() + " is " + state + ", not to be deleted");
    }
    return new SnapshotRecord(manifest, state, verified, pinnedBy, Optional.of(why), unreadable);
  }

  /** The same, to be deleted, as if the bucket had not been asked yet; refuses a pinned one. */
  public SnapshotRecord deleting() {
    if (pinnedBy.isPresent()) {
      throw new IllegalStateException(
          "snapshot " + id() + " is pinned by " + pinnedBy.get() + ": it is never deleted");
    }
    return new SnapshotRecord(
        manifest, State.DELETING, verified, pinnedBy, Optional.empty(), unreadable);
  }
}
