package io.quorate.cli.recovery;

import io.quorate.cli.frame.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about recoveries; by itself it does nothing. */
@Command(
    name = "recover",
    description =
        "Shows, plans, approves and acknowledges recoveries. With recovery.mode automatic the"
            + " controller begins them by itself when the data is proved lost.")
public final class RecoverCommand {
  private RecoverCommand() {}

  /** The command with those below it. */
  public static CommandLine with(CommandContext context) {
    return new CommandLine(new RecoverCommand())
        .addSubcommand(new RecoverStatusCommand(context))
        .addSubcommand(new RecoverPlanCommand(context))
        .addSubcommand(new RecoverApproveCommand(context))
        .addSubcommand(new RecoverAcknowledgeCommand(context));
  }
}
