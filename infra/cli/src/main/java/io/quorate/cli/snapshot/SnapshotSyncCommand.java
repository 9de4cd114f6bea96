package io.quorate.cli.snapshot;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;

/** Makes the catalogue again from the bucket. */
@Command(
    name = "sync",
    description = "Makes the catalogue tell what the bucket holds; the controller does so hourly.")
final class SnapshotSyncCommand extends RequestCommand {
  SnapshotSyncCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    return ask(cloud, name, RequestKind.SYNC_SNAPSHOTS, Map.of(), A_MINUTE);
  }
}
