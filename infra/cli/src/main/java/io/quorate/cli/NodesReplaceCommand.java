package io.quorate.cli;

import io.quorate.controller.plan.state.NodeReplacement;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has instances replaced. */
@Command(
    name = "replace",
    description =
        "Replaces the outdated instances of the group, or one that is named, one after the other: the"
            + " group launches a successor, which joins first; then the member leaves, and its"
            + " instance ends. Followers first, the leader last. Only while every voter serves and"
            + " nothing else is under way.")
final class NodesReplaceCommand extends SnapshotRequestCommand {
  @Option(
      names = "--instance",
      paramLabel = "INSTANCE",
      description = "The one that is replaced, outdated or not; left out: all outdated ones.")
  private Optional<String> instance = Optional.empty();

  @Mixin private final WaitOptions waiting = new WaitOptions();

  NodesReplaceCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    instance.ifPresent(one -> InstanceArgument.check("--instance", one));
    return ask(
        cloud,
        name,
        RequestKind.REPLACE_NODES,
        instance.map(one -> Map.of(NodeReplacement.INSTANCE, one)).orElse(Map.of()),
        waiting.patience());
  }
}
