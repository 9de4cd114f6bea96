package io.quorate.cli;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the manual pages, for whoever packages the command. */
@Command(name = "man-pages", hidden = true, description = "Writes the manual pages into a folder.")
final class ManCommand implements Callable<Integer> {
  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "DIR", description = "The folder.")
  private Path folder = Path.of("");

  ManCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try {
      int written = ManPages.write(spec.root(), folder);
      context.out().println(written + " pages in " + folder);
      return CommandExitCode.OK;
    } catch (IOException e) {
      throw new CommandFailure(CommandExitCode.USAGE, "cannot write to " + folder + ": " + e, e);
    }
  }
}
