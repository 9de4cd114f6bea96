package io.quorate.cli.snapshot;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.cli.frame.WaitOptions;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Takes a snapshot now. */
@Command(name = "take", description = "Takes a snapshot now, from a follower where there is one.")
final class SnapshotTakeCommand extends RequestCommand {
  @Mixin private final WaitOptions waiting = new WaitOptions();

  SnapshotTakeCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    return ask(cloud, name, RequestKind.TAKE_SNAPSHOT, Map.of(), waiting.patience());
  }
}
