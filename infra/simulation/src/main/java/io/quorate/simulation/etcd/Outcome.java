package io.quorate.simulation.etcd;

/** What came of a call. */
public sealed interface Outcome {
  /** It was answered. */
  record Answered(Answer answer) implements Outcome {}

  /**
   * etcd refused, with its own words. Timeouts of its own are among them: those may still happen.
   */
  record Refused(String error) implements Outcome {}

  /** No answer before the deadline: it may be executed, now or later, or not. */
  record Unknown(String detail) implements Outcome {}

  /** Nothing listens there: it was not executed. */
  record NotReached(String detail) implements Outcome {}
}
