package io.quorate.cli.snapshot;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Keeps a snapshot whatever the retention says. */
@Command(name = "pin", description = "Keeps a snapshot whatever the retention says.")
final class SnapshotPinCommand extends RequestCommand {
  @Parameters(index = "1", paramLabel = "ID", description = "The snapshot.")
  private String snapshot = "";

  SnapshotPinCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    return ask(
        cloud,
        name,
        RequestKind.PIN_SNAPSHOT,
        Map.of("snapshot", Snapshots.id(snapshot).value(), "pinned", "true"),
        A_MINUTE);
  }
}
