package io.quorate.cli.frame;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.connect.StoreFailures;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.store.StoreUnavailableException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Tells a failure in one message with its way out; a stack trace only when asked for. */
public final class Failures implements IExecutionExceptionHandler {
  private final PrintWriter err;

  public Failures(PrintWriter err) {
    this.err = err;
  }

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult parsed) {
    CommandFailure told = told(failure);
    String.valueOf(told.getMessage()).lines().forEach(line -> err.println("quorate: " + line));
    if (verbose(commandLine)) {
      failure.printStackTrace(err);
    }
    err.flush();
    return told.exitCode();
  }

  /** What to say of an exception, and with which exit code. */
  public static CommandFailure told(Exception failure) {
    return switch (failure) {
      case CommandFailure already -> already;
      case UnreadableRecordException broken ->
          new CommandFailure(CommandExitCode.BAD_INPUT, String.valueOf(broken.getMessage()));
      case StoreUnavailableException down -> StoreFailures.told(down);
      default ->
          new CommandFailure(
              CommandExitCode.INTERNAL,
              failure
                  + "\nthis is a fault in the command itself: run it again with --verbose and"
                  + " report what it prints");
    };
  }

  private static boolean verbose(CommandLine commandLine) {
    return commandLine.getCommand() instanceof ClusterCommand command
        && command.options().verbose();
  }
}
