package io.quorate.agent.supervision;

import java.util.ArrayDeque;
import java.util.Deque;

/** How often etcd ended unasked within the last five minutes. */
final class RecentEnds {
  private static final long WINDOW_MILLIS = 300_000;

  private final Deque<Long> ends = new ArrayDeque<>();

  /** It ended. */
  void ended(long nowMillis) {
    ends.addLast(nowMillis);
    look(nowMillis);
  }

  /** Time has passed. */
  void look(long nowMillis) {
    while (!ends.isEmpty() && nowMillis - ends.peekFirst() > WINDOW_MILLIS) {
      ends.removeFirst();
    }
  }

  int recent() {
    return ends.size();
  }
}
