package io.quorate.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about members; by itself it does nothing. */
@Command(
    name = "members",
    description =
        "Lists a cluster's members, or moves its leader. Members are added, removed and restarted by"
            + " the controller alone: change the group's capacity, or the spec.")
final class MembersCommand {
  private MembersCommand() {}

  static CommandLine with(CommandContext context) {
    return new CommandLine(new MembersCommand())
        .addSubcommand(new MembersListCommand(context))
        .addSubcommand(new MembersMoveLeaderCommand(context));
  }
}
