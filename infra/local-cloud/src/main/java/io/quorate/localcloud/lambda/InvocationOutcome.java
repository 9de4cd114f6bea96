package io.quorate.localcloud.lambda;

/** How an invocation ended. */
public enum InvocationOutcome {
  /** The handler returned. */
  SUCCEEDED,
  /** The handler threw, or the function could not be initialized. */
  FAILED,
  /** It took too long; its environment was killed. */
  TIMED_OUT,
  /** Its environment died. */
  CRASHED,
  /** Not started: the function's concurrency is used up. */
  THROTTLED
}
