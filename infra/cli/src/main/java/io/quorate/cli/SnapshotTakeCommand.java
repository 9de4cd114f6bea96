package io.quorate.cli;

import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Takes a snapshot now. */
@Command(name = "take", description = "Takes a snapshot now, from a follower where there is one.")
final class SnapshotTakeCommand extends SnapshotRequestCommand {
  @Mixin private final WaitOptions waiting = new WaitOptions();

  SnapshotTakeCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    return ask(cloud, name, RequestKind.TAKE_SNAPSHOT, Map.of(), waiting.patience());
  }
}
