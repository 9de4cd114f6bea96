package io.quorate.cli.members;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.render.MemberList;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;

/** Lists members and nodes. */
@Command(
    name = "list",
    description =
        "Lists the members, then the nodes that are none; with -o wide also versions and raft"
            + " positions.")
final class MembersListCommand extends OneClusterCommand {
  MembersListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    if (options().structured()) {
      printTree(MemberList.json(summary));
    } else {
      print(MemberList.text(summary, options().wide()));
    }
    return CommandExitCode.OK;
  }
}
