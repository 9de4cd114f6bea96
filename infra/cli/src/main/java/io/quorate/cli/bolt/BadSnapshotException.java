package io.quorate.cli.bolt;

/** A file that is no snapshot, or a damaged one; says why. */
public final class BadSnapshotException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why it is none. */
  BadSnapshotException(String message) {
    super(message);
  }

  /** Why it is none, and what showed it. */
  BadSnapshotException(String message, Throwable cause) {
    super(message, cause);
  }
}
