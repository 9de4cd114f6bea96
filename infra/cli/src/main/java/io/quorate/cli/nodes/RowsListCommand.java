package io.quorate.cli.nodes;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.render.RowTable;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.observe.RowBeliefs;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;

/** Lists the rows of the nodes table. */
@Command(
    name = "list",
    description =
        "Lists the rows of the nodes table, as a turn of the controller would take them now:"
            + " BELIEVED, or TERMINATED, UNREADABLE, STRANGER or STRUCK with the reason.")
final class RowsListCommand extends OneClusterCommand {
  RowsListCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    summary(cloud, name, 0);
    RowBeliefs.Listing listing;
    try {
      listing = RowBeliefs.of(cloud.store(), cloud.instances(), name, context().clock().instant());
    } catch (UnreadableRecordException unreadable) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          unreadable.getMessage() + "; put that record right first",
          unreadable);
    }
    if (options().structured()) {
      printTree(RowTable.json(name, listing));
    } else {
      print(RowTable.text(listing, context().clock().instant()));
    }
    return CommandExitCode.OK;
  }
}
