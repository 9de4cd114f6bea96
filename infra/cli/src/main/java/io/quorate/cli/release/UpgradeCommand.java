package io.quorate.cli.release;

import io.quorate.cli.frame.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about upgrades; by itself it does nothing. */
@Command(
    name = "upgrade",
    description =
        "Shows by which releases a cluster comes to another one, how far its members are, and lets a"
            + " newer release line become the cluster's; apply of another etcd.version begins it.")
public final class UpgradeCommand {
  private UpgradeCommand() {}

  /** The command with those below it. */
  public static CommandLine with(CommandContext context) {
    return new CommandLine(new UpgradeCommand())
        .addSubcommand(new UpgradePlanCommand(context))
        .addSubcommand(new UpgradeStatusCommand(context))
        .addSubcommand(new UpgradeApproveCommand(context));
  }
}
