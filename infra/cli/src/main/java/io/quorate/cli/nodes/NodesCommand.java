package io.quorate.cli.nodes;

import io.quorate.cli.frame.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about nodes; by itself it does nothing. */
@Command(
    name = "nodes",
    description =
        "Lists the instances of a cluster's group, with what they were launched from, and has"
            + " them replaced.")
public final class NodesCommand {
  private NodesCommand() {}

  /** The command with those below it. */
  public static CommandLine with(CommandContext context) {
    return new CommandLine(new NodesCommand())
        .addSubcommand(new NodesListCommand(context))
        .addSubcommand(new NodesReplaceCommand(context));
  }
}
