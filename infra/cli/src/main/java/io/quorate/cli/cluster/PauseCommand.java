package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Keeps changes of a cluster from beginning. */
@Command(
    name = "pause",
    description =
        "Keeps the controller from beginning any change: roll-outs, replacements, growth and"
            + " shrinking, maintenance, recoveries. What was begun is finished; certificates,"
            + " snapshots and lifecycle hooks go on. When the command has ended nothing begins any"
            + " more. An apply does not end it: 'quorate unpause NAME' does.")
public final class PauseCommand extends OneClusterCommand {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why, for whoever looks at the cluster: 1 to 200 characters on one line.")
  private String reason = "";

  public PauseCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    String why = reason.strip();
    if (why.isEmpty() || why.length() > 200 || why.chars().anyMatch(Character::isISOControl)) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "--reason: expected 1 to 200 characters on one line, found " + why.length());
    }
    summary(cloud, name, 0);
    String by = cloud.principal();
    return new PauseAnswer(this, cloud, name)
        .tell("paused", "is paused already", pauses -> pauses.pause(name, by, why));
  }
}
