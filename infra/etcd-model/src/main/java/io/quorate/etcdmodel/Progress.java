package io.quorate.etcdmodel;

/** What a leader knows of one member's log. */
final class Progress {
  enum State {
    PROBE,
    REPLICATE,
    SNAPSHOT
  }

  long match;
  long next;
  State state = State.PROBE;
  boolean recentlyActive;
  boolean probeSent;
  long pendingSnapshot;

  Progress(long match, long next) {
    this.match = match;
    this.next = next;
  }

  boolean paused() {
    return switch (state) {
      case PROBE -> probeSent;
      case REPLICATE -> false;
      case SNAPSHOT -> true;
    };
  }

  void probe() {
    next = state == State.SNAPSHOT ? Math.max(match + 1, pendingSnapshot + 1) : match + 1;
    state = State.PROBE;
    probeSent = false;
    pendingSnapshot = 0;
  }

  void replicate() {
    state = State.REPLICATE;
    probeSent = false;
    pendingSnapshot = 0;
    next = match + 1;
  }

  void snapshot(long index) {
    state = State.SNAPSHOT;
    probeSent = false;
    pendingSnapshot = index;
  }

  /** The transport says how the snapshot went; the next heartbeat's answer lets the probe go. */
  void snapshotSent(boolean taken) {
    if (!taken) {
      pendingSnapshot = 0;
    }
    probe();
    probeSent = true;
  }

  /** An index is known to be there; whether that is news. */
  boolean update(long index) {
    boolean news = match < index;
    if (news) {
      match = index;
      probeSent = false;
    }
    next = Math.max(next, index + 1);
    return news;
  }

  /** An append was rejected; whether that is news. */
  boolean decrease(long rejected, long hint) {
    if (state == State.REPLICATE) {
      if (rejected <= match) {
        return false;
      }
      next = match + 1;
      return true;
    }
    if (next - 1 != rejected) {
      return false;
    }
    next = Math.max(Math.min(rejected, hint + 1), 1);
    probeSent = false;
    return true;
  }
}
