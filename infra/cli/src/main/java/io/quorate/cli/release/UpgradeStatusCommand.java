package io.quorate.cli.release;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.render.UpgradeText;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;

/** Shows how far a change of the etcd release is. */
@Command(
    name = "status",
    description = "Shows which etcd release each node runs and has, and what is in the way.")
final class UpgradeStatusCommand extends OneClusterCommand {
  UpgradeStatusCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    if (options().structured()) {
      printTree(UpgradeText.json(summary));
    } else {
      print(UpgradeText.of(summary));
    }
    return CommandExitCode.OK;
  }
}
