package io.quorate.agent.local;

/**
 * Whether etcd has logged something. One at rest logs next to nothing, but each lost peer and each
 * lost leader is a line: a look then finds it long before the next one that is due.
 */
final class LogWatch {
  private static final long PAUSE_MILLIS = 1_000;

  private long told;
  private long toldAt = Long.MIN_VALUE / 2;

  /** Whether to look because of it; at most once a second, but never without the last lines. */
  boolean news(long bytes, long now) {
    if (bytes == told || now - toldAt < PAUSE_MILLIS) {
      return false;
    }
    told = bytes;
    toldAt = now;
    return true;
  }
}
