package io.quorate.cli;

import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes a pin back: the retention decides again. */
@Command(name = "unpin", description = "Takes a pin back: the retention decides again.")
final class SnapshotUnpinCommand extends SnapshotRequestCommand {
  @Parameters(index = "1", paramLabel = "ID", description = "The snapshot.")
  private String snapshot = "";

  SnapshotUnpinCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    return ask(
        cloud,
        name,
        RequestKind.PIN_SNAPSHOT,
        Map.of("snapshot", Snapshots.id(snapshot).value(), "pinned", "false"),
        A_MINUTE);
  }
}
