package io.quorate.cli.members;

import io.quorate.cli.frame.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about members; by itself it does nothing. */
@Command(
    name = "members",
    description =
        "Lists a cluster's members, moves its leader, or has etcd restarted. Members are added and"
            + " removed by the controller alone: change the group's capacity.")
public final class MembersCommand {
  private MembersCommand() {}

  /** The command with those below it. */
  public static CommandLine with(CommandContext context) {
    return new CommandLine(new MembersCommand())
        .addSubcommand(new MembersListCommand(context))
        .addSubcommand(new MembersMoveLeaderCommand(context))
        .addSubcommand(new MembersRestartCommand(context));
  }
}
