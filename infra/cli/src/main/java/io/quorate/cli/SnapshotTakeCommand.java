package io.quorate.cli;

import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Takes a snapshot now. */
@Command(name = "take", description = "Takes a snapshot now, from a follower where there is one.")
final class SnapshotTakeCommand extends SnapshotRequestCommand {
  @Option(names = "--wait", description = "Waits until the snapshot is in the bucket.")
  private boolean wait;

  SnapshotTakeCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    return ask(cloud, name, RequestKind.TAKE_SNAPSHOT, Map.of(), wait ? 0 : -1);
  }
}
