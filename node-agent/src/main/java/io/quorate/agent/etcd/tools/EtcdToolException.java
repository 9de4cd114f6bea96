package io.quorate.agent.etcd.tools;

/** A tool of etcd's, or an etcd beside the node's own, did not do what was asked; says why. */
public final class EtcdToolException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why, as far as its own words tell. */
  public enum Kind {
    /** There is no such tool, or it cannot be executed. */
    ABSENT,
    /** It says that the file is not what a snapshot has to be. */
    BAD_FILE,
    /** No space on the disk. */
    DISK_FULL,
    /** The directory is a learner's, from which no etcd can serve alone. */
    NO_VOTER,
    /** It gave up on its own, and says why: it panicked, or refused the data or a flag. */
    GAVE_UP,
    /** Everything else: it was killed, did not answer, or the machine stood in its way. */
    FAILED
  }

  private final Kind kind;

  /** A failure of this kind. */
  public EtcdToolException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** A failure of this kind, with what caused it. */
  public EtcdToolException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** Why. */
  public Kind kind() {
    return kind;
  }
}
