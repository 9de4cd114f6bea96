package io.quorate.cli.access;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.cli.frame.WaitOptions;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Has a member's agent look at access control now. */
@Command(
    name = "refresh",
    description =
        "Has one member's agent compare etcd's users and roles with the spec now, read the passwords"
            + " from their files and secrets, and set those that are wrong. What somebody changed by hand is"
            + " changed back only where the spec says auth.enforce. Else it is done once an hour.")
final class AuthRefreshCommand extends RequestCommand {
  @Mixin private final WaitOptions waiting = new WaitOptions();

  AuthRefreshCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    return ask(cloud, name, RequestKind.REFRESH_AUTH, Map.of(), waiting.patience());
  }
}
