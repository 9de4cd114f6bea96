package io.quorate.agent.supervision;

import java.util.ArrayDeque;
import java.util.Deque;

/** How often etcd ended unasked, or could not be started, within the last five minutes. */
final class RecentEnds {
  private static final long WINDOW_MILLIS = 300_000;
  private static final long HINDERED_MILLIS = 20_000;

  private final Deque<Long> ends = new ArrayDeque<>();

  /** It ended. */
  void ended(long nowMillis) {
    ends.addLast(nowMillis);
    look(nowMillis);
  }

  /** It cannot be started; tried each second, and counted as one end each 20 s. */
  void hindered(long nowMillis) {
    if (ends.isEmpty() || nowMillis - ends.peekLast() >= HINDERED_MILLIS) {
      ended(nowMillis);
    }
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
