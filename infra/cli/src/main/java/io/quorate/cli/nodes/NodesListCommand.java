package io.quorate.cli.nodes;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.render.NodeList;
import io.quorate.controller.view.GroupView;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;

/** Lists the instances of the group. */
@Command(
    name = "list",
    description =
        "Lists the instances of the cluster's group as Auto Scaling tells of them: from which version"
            + " of the launch template each was made, and which are outdated. It needs the right to"
            + " read the group.")
final class NodesListCommand extends OneClusterCommand {
  NodesListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    String group =
        summary
            .spec()
            .map(record -> record.spec().group())
            .orElseThrow(
                () ->
                    new CommandFailure(
                        CommandExitCode.BAD_INPUT,
                        "the spec of '" + name + "' cannot be read: " + summary.unreadable()));
    return switch (cloud.instances().group(group)) {
      case GroupView.Unknown unknown ->
          throw new CommandFailure(
              CommandExitCode.UNAVAILABLE,
              "group "
                  + group
                  + " is unknown: "
                  + unknown.why()
                  + "; look at it, and at your rights");
      case GroupView.Observed observed -> {
        if (options().structured()) {
          printTree(NodeList.json(summary, observed));
        } else {
          print(NodeList.of(summary, observed));
        }
        yield CommandExitCode.OK;
      }
    };
  }
}
