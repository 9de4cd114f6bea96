package io.quorate.cli.frame;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** A command about one cluster, which is named on the command line. */
public abstract class OneClusterCommand extends ClusterCommand {
  @Parameters(
      index = "0",
      arity = "1",
      paramLabel = "NAME",
      converter = ClusterNameConverter.class,
      description = "The cluster.")
  private Optional<ClusterName> cluster = Optional.empty();

  protected OneClusterCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected final int run(Clouds.Open cloud) {
    return run(cloud, cluster.orElseThrow());
  }

  /** Does the command's work on the cluster of that name; returns the exit code. */
  protected abstract int run(Clouds.Open cloud, ClusterName name);

  /** Says what came of it, for people or as JSON; the exit code. */
  protected final int tell(ClusterName name, String result, String words) {
    if (options().structured()) {
      printTree(
          Tree.builder()
              .with("cluster", name)
              .with("result", result)
              .with("message", words)
              .build());
    } else {
      print("cluster " + name + ": " + words + "\n");
    }
    return CommandExitCode.OK;
  }
}
