package io.quorate.cli.recovery;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.render.RecoveryText;
import io.quorate.model.ClusterName;
import io.quorate.recovery.Recovery;
import java.util.Optional;
import picocli.CommandLine.Command;

/** Shows the recovery under way, or the last one. */
@Command(
    name = "status",
    description = "Shows the recovery under way, or the last one: who is gone, what is restored.")
final class RecoverStatusCommand extends OneClusterCommand {
  RecoverStatusCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    summary(cloud, name, 0);
    Optional<Recovery> recovery = RecoveryProgress.read(cloud, name);
    if (options().structured()) {
      printTree(RecoveryText.json(name, recovery));
    } else {
      print(RecoveryText.of(recovery));
    }
    return recovery.filter(now -> now.state().running()).isPresent()
        ? CommandExitCode.NOT_HEALTHY
        : CommandExitCode.OK;
  }
}
