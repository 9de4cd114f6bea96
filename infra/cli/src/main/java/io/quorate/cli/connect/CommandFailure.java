package io.quorate.cli.connect;

import org.jspecify.annotations.Nullable;

/** Ends the command: what is wrong, what was expected and the way out, and the exit code. */
public final class CommandFailure extends RuntimeException {
  /** What is said when standard output takes nothing more. */
  public static final String NOT_WRITTEN =
      "standard output cannot be written: its reader has closed it, or its disk is full; what was"
          + " printed is incomplete";

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public CommandFailure(int exitCode, String message) {
    this(exitCode, message, null);
  }

  public CommandFailure(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** The exit code of the process. */
  public int exitCode() {
    return exitCode;
  }
}
