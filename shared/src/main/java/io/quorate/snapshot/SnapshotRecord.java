package io.quorate.snapshot;

import io.quorate.spec.EtcdVersion;
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
 * @param agreement whether the voter that it was taken from held what the others hold; empty while
 *     that is unknown
 * @param unreadable why its file could not be read when the bucket was looked at last; it stays a
 *     source, and is not counted as verified meanwhile
 * @param found whether its line was made from what stands in the bucket, and not from the outcome
 *     of a command of the controller's own: any agent may have put it there. It is a source, and
 *     counts neither for the schedule nor for the retention of the others
 */
public record SnapshotRecord(
    @Wire.Inline @Wire.After("state") SnapshotManifest manifest,
    State state,
    @Wire.Inline Optional<Verified> verified,
    @Wire.Cut(Wire.WORDS) Optional<String> pinnedBy,
    @Wire.Cut(Wire.WORDS) Optional<String> failure,
    Optional<Agreement> agreement,
    @Wire.Cut(Wire.WORDS) Optional<String> unreadable,
    @Wire.Sparse boolean found) {
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

  /** What the comparisons of the voters' data say of the voter that a snapshot was taken from. */
  public enum Agreement {
    /** All voters held the same keys at a revision that is not before the snapshot's. */
    EQUAL,
    /**
     * The voter's data differed from those of a majority, and the last comparison in which all were
     * equal was before the snapshot.
     */
    DIFFERS
  }

  /**
   * A verification that found it right.
   *
   * @param at by the controller's clock
   * @param restoreMillis how long the restore took, until etcd served
   * @param release which etcd release restored and served it, by the outcome of a command of the
   *     controller's own; empty where its agent did not tell, and where only the bucket's mark says
   *     that it was verified
   */
  public record Verified(
      @Wire.Name("verifiedAt") Instant at,
      @Wire.Count long restoreMillis,
      @Wire.Name("verifiedRelease") Optional<EtcdVersion> release) {
    /** By a release that nobody told. */
    public Verified(Instant at, long restoreMillis) {
      this(at, restoreMillis, Optional.empty());
    }
  }

  /** A snapshot that was just taken. */
  public static SnapshotRecord taken(SnapshotManifest manifest) {
    return new SnapshotRecord(
        manifest,
        State.TAKEN,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  /** A snapshot that stands in the bucket, and that nobody brought back. */
  public static SnapshotRecord found(SnapshotManifest manifest) {
    return taken(manifest).from(true);
  }

  private SnapshotRecord from(boolean bucket) {
    return new SnapshotRecord(
        manifest, state, verified, pinnedBy, failure, agreement, unreadable, bucket);
  }

  /** The same, of which a command of the controller's own told. */
  public SnapshotRecord broughtBack() {
    return from(false);
  }

  /** Whether it is verified, and this release is the one that restored and served it last. */
  public boolean verifiedBy(EtcdVersion release) {
    return state == State.VERIFIED
        && verified.flatMap(Verified::release).filter(release::equals).isPresent();
  }

  /** Its id. */
  public SnapshotId id() {
    return manifest.id();
  }

  /** Whether a recovery may use it without being told to. */
  public boolean usable() {
    return restorable() && !differs();
  }

  /** Whether a recovery may use it where an operator names it. */
  public boolean restorable() {
    return state == State.TAKEN || state == State.VERIFIED;
  }

  /** Whether the voter that it was taken from held other data than a majority. */
  public boolean differs() {
    return agreement.filter(Agreement.DIFFERS::equals).isPresent();
  }

  /** The same with what the comparisons say of it. */
  public SnapshotRecord agreeing(Agreement agreed) {
    return new SnapshotRecord(
        manifest, state, verified, pinnedBy, failure, Optional.of(agreed), unreadable, found);
  }

  /** The same, restored in isolation and found right. */
  public SnapshotRecord verifiedBy(Verified proof) {
    return new SnapshotRecord(
        manifest,
        State.VERIFIED,
        Optional.of(proof),
        pinnedBy,
        Optional.empty(),
        agreement,
        Optional.empty(),
        found);
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
    return new SnapshotRecord(manifest, now, verified, pinnedBy, failure, agreement, why, found);
  }

  private State proved() {
    return verified.isPresent() ? State.VERIFIED : State.TAKEN;
  }

  /** The same, found wrong. */
  public SnapshotRecord failed(String why) {
    return new SnapshotRecord(
        manifest,
        State.FAILED,
        verified,
        pinnedBy,
        Optional.of(why),
        agreement,
        Optional.empty(),
        found);
  }

  /** The same, pinned or not. */
  public SnapshotRecord pinned(Optional<String> by) {
    return new SnapshotRecord(manifest, state, verified, by, failure, agreement, unreadable, found);
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
    return new SnapshotRecord(
        manifest, state, verified, pinnedBy, Optional.of(why), agreement, unreadable, found);
  }

  /** The same, to be deleted, as if the bucket had not been asked yet; refuses a pinned one. */
  public SnapshotRecord deleting() {
    if (pinnedBy.isPresent()) {
      throw new IllegalStateException(
          "snapshot " + id() + " is pinned by " + pinnedBy.get() + ": it is never deleted");
    }
    return new SnapshotRecord(
        manifest,
        State.DELETING,
        verified,
        pinnedBy,
        Optional.empty(),
        agreement,
        unreadable,
        found);
  }
}
