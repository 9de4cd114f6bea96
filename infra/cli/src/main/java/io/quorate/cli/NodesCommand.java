package io.quorate.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about nodes; by itself it does nothing. */
@Command(
    name = "nodes",
    description =
        "Lists the instances of a cluster's group, with what they were launched from, and has"
            + " them replaced.")
final class NodesCommand {
  private NodesCommand() {}

  static CommandLine with(CommandContext context) {
    return new CommandLine(new NodesCommand())
        .addSubcommand(new NodesListCommand(context))
        .addSubcommand(new NodesReplaceCommand(context));
  }
}
