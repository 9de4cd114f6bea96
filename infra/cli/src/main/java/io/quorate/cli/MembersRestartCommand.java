package io.quorate.cli;

import io.quorate.controller.plan.state.AskedRestarts;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has etcd restarted. */
@Command(
    name = "restart",
    description =
        "Restarts etcd on every voter, or on one that is named, one after the other: the leadership"
            + " is handed over, etcd stops, starts on its own data and catches up. Followers first,"
            + " the leader last. Only while every voter serves and nothing else is under way; data"
            + " and membership stay as they are.")
final class MembersRestartCommand extends SnapshotRequestCommand {
  @Option(
      names = "--instance",
      paramLabel = "INSTANCE",
      description = "The one whose etcd restarts; left out: all voters.")
  private Optional<String> instance = Optional.empty();

  @Mixin private final WaitOptions waiting = new WaitOptions();

  MembersRestartCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    instance.ifPresent(one -> InstanceArgument.check("--instance", one));
    return ask(
        cloud,
        name,
        RequestKind.RESTART_MEMBERS,
        instance.map(one -> Map.of(AskedRestarts.INSTANCE, one)).orElse(Map.of()),
        waiting.patience());
  }
}
