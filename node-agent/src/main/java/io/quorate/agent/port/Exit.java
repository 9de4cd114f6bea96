package io.quorate.agent.port;

/**
 * Why etcd exited.
 *
 * @param cause what it means
 * @param detail in words: the code or signal and etcd's last complaint
 */
public record Exit(Cause cause, String detail) {
  /** What an exit means. */
  public enum Cause {
    /** Exit code 0, unasked: perhaps removed. */
    CLEAN,
    /** etcd says that its member was removed; to be confirmed. */
    SAYS_REMOVED,
    /** etcd says that its data is corrupt. */
    DATA_CORRUPT,
    /** No space on the disk. */
    DISK_FULL,
    /** Killed by a signal. */
    KILLED,
    /** Everything else. */
    FAILED
  }
}
