package io.quorate.agent.supervision;

import io.quorate.agent.execution.JournalMember;
import java.util.Optional;

/**
 * Whether a running etcd still has the directory of its name open. etcd writes on undisturbed when
 * that is deleted or replaced, and what it writes then is gone when it ends.
 */
final class DirectoryWatch {
  private Optional<String> open = Optional.empty();

  /**
   * Watches another process.
   *
   * @param known what tells the directory that it has open, where an earlier agent journalled that;
   *     never what was told of the process before
   */
  void begin(Optional<String> known) {
    open = known;
  }

  /** What tells the directory that etcd has open; empty until the disk could tell. */
  Optional<String> open() {
    return open;
  }

  /** Takes what the disk tells for the directory that etcd has open; false once that is known. */
  boolean learns(String now) {
    if (open.isPresent() || now.isEmpty()) {
      return false;
    }
    open = Optional.of(now);
    return true;
  }

  /**
   * Whether the directory is another than etcd has open, or is gone.
   *
   * @param now what the disk tells of the directory; empty when it, or its log, is gone
   */
  boolean replaced(String now, Optional<JournalMember> member) {
    return member
        .filter(
            usable ->
                open.map(known -> !known.equals(now)).orElse(usable.hasLog() && now.isEmpty()))
        .isPresent();
  }
}
