package io.quorate.cli.snapshot;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.render.SnapshotJson;
import io.quorate.cli.render.SnapshotText;
import io.quorate.model.ClusterName;
import io.quorate.snapshot.SnapshotRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one snapshot. */
@Command(name = "show", description = "Shows all that is known of a snapshot.")
final class SnapshotShowCommand extends OneClusterCommand {
  @Parameters(index = "1", paramLabel = "ID", description = "The snapshot.")
  private String snapshot = "";

  SnapshotShowCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    SnapshotRecord record = Snapshots.find(summary(cloud, name, 0), Snapshots.id(snapshot));
    if (options().structured()) {
      printTree(SnapshotJson.one(record));
    } else {
      print(SnapshotText.one(record, context().clock().instant()));
    }
    return CommandExitCode.OK;
  }
}
