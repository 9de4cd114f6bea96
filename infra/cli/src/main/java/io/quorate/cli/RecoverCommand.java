package io.quorate.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about recoveries; by itself it does nothing. */
@Command(
    name = "recover",
    description =
        "Shows and acknowledges recoveries; the controller begins them by itself when everyone who"
            + " held data is gone.")
final class RecoverCommand {
  private RecoverCommand() {}

  static CommandLine with(CommandContext context) {
    return new CommandLine(new RecoverCommand())
        .addSubcommand(new RecoverStatusCommand(context))
        .addSubcommand(new RecoverAcknowledgeCommand(context));
  }
}
