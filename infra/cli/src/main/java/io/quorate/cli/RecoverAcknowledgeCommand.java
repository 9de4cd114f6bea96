package io.quorate.cli;

import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;

/** Acknowledges what a recovery lost. */
@Command(
    name = "acknowledge",
    description = "Acknowledges what the latest recovery lost: DATA_RESTORED ends with it.")
final class RecoverAcknowledgeCommand extends SnapshotRequestCommand {
  RecoverAcknowledgeCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    return ask(cloud, name, RequestKind.ACKNOWLEDGE_RECOVERY, Map.of(), A_MINUTE);
  }
}
