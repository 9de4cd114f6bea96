package io.quorate.cli.connect;

/** What the command returns; the numbers from 64 on are those of sysexits.h. */
public final class CommandExitCode {
  /** Done; for {@code status}: healthy. */
  public static final int OK = 0;

  /** The cluster serves but is degraded, or changes, or is being bootstrapped. */
  public static final int NOT_HEALTHY = 1;

  /** No quorum serves, or the cluster is halted: a person is needed. */
  public static final int NO_QUORUM = 2;

  /** Too few agents report to tell whether a quorum serves. */
  public static final int UNSEEN = 3;

  /** The command line is wrong. */
  public static final int USAGE = 64;

  /** The file, or a stored record, breaks a rule. */
  public static final int BAD_INPUT = 65;

  /** There is no such cluster. */
  public static final int NO_SUCH_CLUSTER = 66;

  /** The store did not answer, or the tables are not there. */
  public static final int UNAVAILABLE = 69;

  /** A fault in this command. */
  public static final int INTERNAL = 70;

  /** What the command printed could not be written: a closed pipe, a full disk. */
  public static final int OUTPUT = 74;

  /** Somebody else wrote at the same time; try again. */
  public static final int CONFLICT = 75;

  /** The credentials lack a right, or there are none. */
  public static final int DENIED = 77;

  private CommandExitCode() {}
}
