package io.quorate.cli.snapshot;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes a snapshot. */
@Command(
    name = "delete",
    description =
        "Deletes a snapshot; refused for a pinned one, for the newest verified one of a generation,"
            + " and while a generation has no verified one.")
final class SnapshotDeleteCommand extends RequestCommand {
  @Parameters(index = "1", paramLabel = "ID", description = "The snapshot.")
  private String snapshot = "";

  @Option(names = "--yes", description = "The snapshot is not needed any more.")
  private boolean sure;

  SnapshotDeleteCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    String id = Snapshots.id(snapshot).value();
    if (!sure) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "nothing was written: expected --yes, for a deleted snapshot cannot be had back");
    }
    return ask(cloud, name, RequestKind.DELETE_SNAPSHOT, Map.of("snapshot", id), A_MINUTE);
  }
}
