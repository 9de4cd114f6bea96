package io.quorate.cli.access;

import io.quorate.cli.frame.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about access control; by itself it does nothing. */
@Command(
    name = "auth",
    description =
        "Shows the users and roles that a cluster's spec asks for, and whether etcd has them;"
            + " converts those of etcd-cloud-operator.")
public final class AuthCommand {
  private AuthCommand() {}

  /** The command with those below it. */
  public static CommandLine with(CommandContext context) {
    return new CommandLine(new AuthCommand())
        .addSubcommand(new AuthShowCommand(context))
        .addSubcommand(new AuthRefreshCommand(context))
        .addSubcommand(new AuthConvertCommand(context));
  }
}
