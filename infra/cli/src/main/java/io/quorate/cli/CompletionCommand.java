package io.quorate.cli;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what makes a shell complete the command. */
@Command(
    name = "completion",
    description = "Prints the script that makes a shell complete commands and options.")
final class CompletionCommand implements Callable<Integer> {
  /** The shells. */
  enum Shell {
    /** GNU bash. */
    bash,
    /** Z shell. */
    zsh,
    /** The friendly interactive shell. */
    fish
  }

  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell = Shell.bash;

  CompletionCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    context
        .out()
        .print(
            switch (shell) {
              // The script tells the two apart by itself, and loads zsh's bashcompinit.
              case bash, zsh -> AutoComplete.bash("quorate", spec.root().commandLine());
              case fish -> FishCompletion.of(spec.root());
            });
    return CommandExitCode.OK;
  }
}
