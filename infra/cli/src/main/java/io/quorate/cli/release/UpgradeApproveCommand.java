package io.quorate.cli.release;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.cli.frame.WaitOptions;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lets a newer release line of etcd become the cluster's. */
@Command(
    name = "approve",
    description =
        "Lets the last members change to a newer release line of etcd, where the spec says"
            + " upgrade.finalize: approve. Seconds after the last one has changed etcd raises the cluster's"
            + " version; members go back by a downgrade from then on, which an apply of the former version"
            + " does.")
final class UpgradeApproveCommand extends RequestCommand {
  @Mixin private final WaitOptions waiting = new WaitOptions();

  UpgradeApproveCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    return ask(cloud, name, RequestKind.APPROVE_UPGRADE, Map.of(), waiting.patience());
  }
}
