package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;

/** Lets changes of a cluster begin again. */
@Command(
    name = "unpause",
    description =
        "Ends a pause that 'quorate pause' began: what was held back begins, one change at a time."
            + " It does not end a pause that the spec asks for.")
public final class UnpauseCommand extends OneClusterCommand {
  public UnpauseCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    summary(cloud, name, 0);
    String by = cloud.principal();
    return new PauseAnswer(this, cloud, name)
        .tell("unpaused", "is not paused by 'quorate pause'", pauses -> pauses.unpause(name, by));
  }
}
