package io.quorate.cli;

import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;

/** Lets changes of a cluster begin again. */
@Command(
    name = "unpause",
    description =
        "Ends a pause that 'quorate pause' began: what was held back begins, one change at a time."
            + " It does not end a pause that the spec asks for.")
final class UnpauseCommand extends OneClusterCommand {
  UnpauseCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    summary(cloud, name, 0);
    String by = cloud.principal();
    return new PauseAnswer(this, cloud, name)
        .tell("unpaused", "is not paused by 'quorate pause'", pauses -> pauses.unpause(name, by));
  }
}
