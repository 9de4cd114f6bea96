package io.quorate.cli;

import io.quorate.request.RequestKind;
import picocli.CommandLine.Command;

/** Has instances replaced. */
@Command(
    name = "replace",
    description =
        "Replaces the outdated instances of the group, or one that is named, one after the other: the"
            + " group launches a successor, which joins first; then the member leaves, and its"
            + " instance ends. Followers first, the leader last. Only while every voter serves and"
            + " nothing else is under way.")
final class NodesReplaceCommand extends InstancesCommand {
  NodesReplaceCommand(CommandContext context) {
    super(context, RequestKind.REPLACE_NODES);
  }
}
