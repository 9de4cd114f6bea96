package io.quorate.cli;

import io.quorate.cli.connect.CommandExitCode;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Tells what is wrong with a command line, last what to do: the usage itself would scroll the error
 * away. Only the command without any argument prints its usage, which lists the commands.
 */
final class UsageErrors implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException wrong, String[] args) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    if (args.length == 0) {
      command.usage(err, Ansi.OFF);
    } else {
      String.valueOf(wrong.getMessage()).lines().forEach(line -> err.println("quorate: " + line));
      UnmatchedArgumentException.printSuggestions(wrong, err);
      err.println("try: " + command.getCommandSpec().qualifiedName() + " --help");
    }
    err.flush();
    return CommandExitCode.USAGE;
  }
}
