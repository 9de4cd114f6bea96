package io.quorate.cli;

import io.quorate.cli.render.RecoveryText;
import io.quorate.codec.RecoveryCodec;
import io.quorate.model.ClusterName;
import io.quorate.recovery.Recovery;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.util.List;
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
  int run(Clouds.Open cloud, ClusterName name) {
    summary(cloud, name, 0);
    Key key = Keys.recovery(name);
    Optional<Recovery> recovery =
        Optional.ofNullable(cloud.store().read(List.of(key)).get(key))
            .map(item -> RecoveryCodec.read(item.attributes(), item.key().toString()));
    if (options().json()) {
      printJson(RecoveryText.json(name, recovery));
    } else {
      print(RecoveryText.of(recovery));
    }
    return recovery.filter(now -> now.state().running()).isPresent()
        ? CommandExitCode.NOT_HEALTHY
        : CommandExitCode.OK;
  }
}
