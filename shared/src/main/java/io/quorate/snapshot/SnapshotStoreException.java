package io.quorate.snapshot;

/** The bucket did not do what was asked; says why in one word and in words. */
public final class SnapshotStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why, in one word: conditions and outcomes name it. */
  public enum Cause {
    /** It did not answer, or answered that it cannot now. Worth another try. */
    STORE_AWAY,
    /** There is no such bucket. */
    BUCKET_MISSING,
    /** The credentials do not allow it. */
    ACCESS_DENIED,
    /** The object's storage class is one that is read only once it was restored from archive. */
    ARCHIVED,
    /** The key that the object is encrypted with is disabled, or does not let itself be used. */
    KEY_REFUSED,
    /** There is no such object. */
    NOT_FOUND,
    /** The object is there and may not be written or deleted: create-once, object lock. */
    REFUSED,
    /** What stands there cannot be read: not JSON, a newer schema, another cluster's. */
    UNREADABLE
  }

  private final Cause why;

  /** A failure of the bucket. */
  public SnapshotStoreException(Cause why, String message, Throwable cause) {
    super(message, cause);
    this.why = why;
  }

  /** A failure of the bucket. */
  public SnapshotStoreException(Cause why, String message) {
    super(message);
    this.why = why;
  }

  /** Why, in one word. */
  public Cause why() {
    return why;
  }
}
