package io.quorate.cli;

/** What the command returns; the numbers from 64 on are those of sysexits.h. */
final class CommandExitCode {
  /** Done; for {@code status}: healthy. */
  static final int OK = 0;

  /** The cluster serves but is degraded, or changes, or is being bootstrapped. */
  static final int NOT_HEALTHY = 1;

  /** No quorum serves, or the cluster is halted: a person is needed. */
  static final int NO_QUORUM = 2;

  /** Too few agents report to tell whether a quorum serves. */
  static final int UNSEEN = 3;

  /** The command line is wrong. */
  static final int USAGE = 64;

  /** The file, or a stored record, breaks a rule. */
  static final int BAD_INPUT = 65;

  /** There is no such cluster. */
  static final int NO_SUCH_CLUSTER = 66;

  /** The store did not answer, or the tables are not there. */
  static final int UNAVAILABLE = 69;

  /** A fault in this command. */
  static final int INTERNAL = 70;

  /** What the command printed could not be written: a closed pipe, a full disk. */
  static final int OUTPUT = 74;

  /** Somebody else wrote at the same time; try again. */
  static final int CONFLICT = 75;

  /** The credentials lack a right, or there are none. */
  static final int DENIED = 77;

  private CommandExitCode() {}
}
