package io.quorate.cli.members;

import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.InstancesCommand;
import io.quorate.request.RequestKind;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Has etcd restarted. */
@Command(
    name = "restart",
    description =
        "Restarts etcd on every voter, or on one that is named, one after the other: the leadership"
            + " is handed over, etcd stops, starts on its own data and catches up. Followers first,"
            + " the leader last. Only while every voter serves and nothing else is under way; data"
            + " and membership stay as they are.")
final class MembersRestartCommand extends InstancesCommand {
  @Option(
      names = OPTION,
      paramLabel = "INSTANCE",
      description = "The one whose etcd restarts; left out: all voters.")
  private Optional<String> instance = Optional.empty();

  MembersRestartCommand(CommandContext context) {
    super(context, RequestKind.RESTART_MEMBERS);
  }

  @Override
  protected Optional<String> instance() {
    return instance;
  }
}
