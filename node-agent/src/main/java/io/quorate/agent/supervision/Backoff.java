package io.quorate.agent.supervision;

/** Pauses between restarts: none, then 250 ms, doubling to a bound; forgotten after a good run. */
final class Backoff {
  private static final long FIRST_MILLIS = 250;
  private static final long GOOD_RUN_MILLIS = 60_000;
  private static final int DOUBLINGS_MAX = 20;

  private int failures;

  /** How long to wait before the next start, after a run of this length. */
  long next(long ranMillis, long maxMillis) {
    if (ranMillis >= GOOD_RUN_MILLIS) {
      failures = 0;
    }
    long pause = failures == 0 ? 0 : FIRST_MILLIS << Math.min(failures - 1, DOUBLINGS_MAX);
    failures++;
    return Math.min(pause, maxMillis);
  }
}
