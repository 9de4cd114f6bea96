package io.quorate.cli.nodes;

import io.quorate.cli.frame.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about the rows of the nodes table; by itself it does nothing. */
@Command(
    name = "rows",
    description =
        "Lists the rows that nodes wrote, with what is believed of each and why not, or puts one"
            + " aside.")
public final class RowsCommand {
  private RowsCommand() {}

  /** The command with those below it. */
  public static CommandLine with(CommandContext context) {
    return new CommandLine(new RowsCommand())
        .addSubcommand(new RowsListCommand(context))
        .addSubcommand(new RowsStrikeCommand(context));
  }
}
