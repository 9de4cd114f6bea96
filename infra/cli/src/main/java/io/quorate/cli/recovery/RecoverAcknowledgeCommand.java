package io.quorate.cli.recovery;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;

/** Acknowledges what a recovery lost. */
@Command(
    name = "acknowledge",
    description = "Acknowledges what the latest recovery lost: DATA_RESTORED ends with it.")
final class RecoverAcknowledgeCommand extends RequestCommand {
  RecoverAcknowledgeCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    return ask(cloud, name, RequestKind.ACKNOWLEDGE_RECOVERY, Map.of(), A_MINUTE);
  }
}
