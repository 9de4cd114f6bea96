package io.quorate.agent.port;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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
    /** The agent's own look at the files shows that they are damaged. */
    DATA_DAMAGED,
    /** No space on the disk. */
    DISK_FULL,
    /** Its disk is mounted read-only. */
    DISK_READ_ONLY,
    /** It may not read or write its files. */
    NO_PERMISSION,
    /** It got no memory. */
    OUT_OF_MEMORY,
    /** Another process listens on one of its addresses. */
    PORT_TAKEN,
    /** It refuses a flag. */
    FLAG_REFUSED,
    /** A certificate or key does not fit. */
    CERTIFICATE_UNFIT,
    /** Killed by a signal. */
    KILLED,
    /** Everything else. */
    FAILED;

    private static final Map<String, Cause> TROUBLES =
        Map.of(
            "read-only file system", DISK_READ_ONLY,
            "permission denied", NO_PERMISSION,
            "accessdeniedexception", NO_PERMISSION,
            "no space left on device", DISK_FULL,
            "cannot allocate memory", OUT_OF_MEMORY);

    /** What a call of the agent's own failed of, where its words tell. */
    public static Optional<Cause> ofTrouble(String words) {
      String lowerCase = words.toLowerCase(Locale.ROOT);
      return TROUBLES.entrySet().stream()
          .filter(known -> lowerCase.contains(known.getKey()))
          .map(Map.Entry::getValue)
          .findFirst();
    }
  }
}
