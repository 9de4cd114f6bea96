package io.quorate.command;

import java.util.Optional;
import java.util.Set;

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
  /** The object is archived: it is read only once it was restored. */
  ARCHIVED,
  /** The key of the object is disabled, or does not let the node use it. */
  KEY_REFUSED,
  /** An object is gone that its manifest, or the catalogue, tells of. */
  OBJECT_MISSING,
  /** The node has not got the etcd release that the command names. */
  RELEASE_MISSING,
  /** etcd or one of its tools did not do its part. */
  ETCD,
  /** Anything else; the outcome's detail tells. */
  OTHER;

  /** Those that say that a snapshot's objects cannot be read, whoever tries. */
  private static final Set<CommandFailure> OF_OBJECTS =
      Set.of(ACCESS_DENIED, ARCHIVED, KEY_REFUSED, OBJECT_MISSING);

  /** Name of the value in an outcome. */
  public static final String VALUE = "failure";

  /** Name of the value that says what a verification found. */
  public static final String VERDICT = "verdict";

  /** The verdict on a file that is proven not to be what its manifest says. */
  public static final String BAD = "BAD";

  /**
   * The verdict on a release that cannot restore and serve, as its manifest says, a snapshot that
   * another release wrote. It says nothing against the snapshot.
   */
  public static final String REFUSED_BY_RELEASE = "REFUSED_BY_RELEASE";

  /** Why the objects of a snapshot could not be read, by an outcome; empty for other failures. */
  public static Optional<CommandFailure> unreadable(Outcome outcome) {
    return OF_OBJECTS.stream()
        .filter(failure -> failure.name().equals(outcome.values().get(VALUE)))
        .findFirst();
  }
}
