package io.quorate.cli.snapshot;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.render.SnapshotJson;
import io.quorate.cli.render.SnapshotText;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;

/** Lists the snapshots. */
@Command(name = "list", description = "Lists the catalogue of snapshots, newest last.")
final class SnapshotListCommand extends OneClusterCommand {
  SnapshotListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    if (options().structured()) {
      printTree(SnapshotJson.list(summary));
    } else {
      print(SnapshotText.list(summary));
    }
    return CommandExitCode.OK;
  }
}
