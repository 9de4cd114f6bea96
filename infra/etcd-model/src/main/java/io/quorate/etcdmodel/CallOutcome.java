package io.quorate.etcdmodel;

/** What came of a call. */
public sealed interface CallOutcome {
  /** It was answered. */
  record Answered(Answer answer) implements CallOutcome {}

  /**
   * etcd refused, with its own words. Timeouts of its own are among them: those may still happen.
   */
  record Refused(String error) implements CallOutcome {}

  /** No answer before the deadline: it may be executed, now or later, or not. */
  record Unknown(String detail) implements CallOutcome {}

  /** Nothing listens there: it was not executed. */
  record NotReached(String detail) implements CallOutcome {}
}
