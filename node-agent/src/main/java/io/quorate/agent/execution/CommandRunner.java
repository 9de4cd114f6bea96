package io.quorate.agent.execution;

/** Carries out the commands of one lane, one at a time. */
public interface CommandRunner {
  /** What a call came to. */
  enum Advance {
    /** Nothing is under way, or nothing is news. */
    IDLE,
    /** Something changed: call again at once. */
    MOVED,
    /** It waits: call again soon. */
    WAITING
  }

  /** The newest control record, to be looked at by the next call. */
  void offer(ControlRecord newest);

  /** Does at most one thing; the time is monotonic. */
  Advance advance(long nowMillis);
}
