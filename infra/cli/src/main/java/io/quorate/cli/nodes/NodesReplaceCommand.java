package io.quorate.cli.nodes;

import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.InstancesCommand;
import io.quorate.request.RequestKind;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Has instances replaced. */
@Command(
    name = "replace",
    description =
        "Replaces the outdated instances of the group, or one that is named, one after the other: the"
            + " group launches a successor, which joins first; then the member leaves, and its"
            + " instance ends. Followers first, the leader last. Only while every voter serves and"
            + " nothing else is under way.")
final class NodesReplaceCommand extends InstancesCommand {
  @Option(
      names = OPTION,
      paramLabel = "INSTANCE",
      description = "The one that is replaced, outdated or not; left out: all outdated ones.")
  private Optional<String> instance = Optional.empty();

  NodesReplaceCommand(CommandContext context) {
    super(context, RequestKind.REPLACE_NODES);
  }

  @Override
  protected Optional<String> instance() {
    return instance;
  }
}
