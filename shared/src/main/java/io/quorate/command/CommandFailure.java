package io.quorate.command;

/**
 * Why a command of the maintenance lane failed, in one word: the value {@code failure} of its
 * outcome. Conditions name it.
 */
public enum CommandFailure {
  /** The node's disk has no room for it. */
  DISK_FULL,
  /** The bucket did not answer, or answered that it cannot now. */
  STORE_AWAY,
  /** There is no such bucket. */
  BUCKET_MISSING,
  /** The node's credentials do not allow it. */
  ACCESS_DENIED,
  /** etcd or one of its tools did not do its part. */
  ETCD,
  /** Anything else; the outcome's detail tells. */
  OTHER;

  /** Name of the value in an outcome. */
  public static final String VALUE = "failure";

  /** Name of the value that says what a verification found; only {@link #BAD} is ever set. */
  public static final String VERDICT = "verdict";

  /** The verdict on a file that is proven not to be what its manifest says. */
  public static final String BAD = "BAD";
}
