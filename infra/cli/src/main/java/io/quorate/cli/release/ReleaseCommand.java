package io.quorate.cli.release;

import io.quorate.cli.frame.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about stored releases; by itself it does nothing. */
@Command(
    name = "release",
    description =
        "Stores releases of etcd in the bucket, from which nodes fetch them, lists and hides them.")
public final class ReleaseCommand {
  private ReleaseCommand() {}

  /** The command with those below it. */
  public static CommandLine with(CommandContext context) {
    return new CommandLine(new ReleaseCommand())
        .addSubcommand(new ReleaseAddCommand(context))
        .addSubcommand(new ReleaseListCommand(context))
        .addSubcommand(new ReleaseHideCommand(context));
  }
}
