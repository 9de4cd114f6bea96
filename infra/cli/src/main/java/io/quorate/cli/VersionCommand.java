package io.quorate.cli;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.ClusterCommand;
import io.quorate.cli.frame.ClusterNameConverter;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.render.Versions;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.release.ProjectVersion;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tells which releases run. */
@Command(
    name = "version",
    description =
        "Without a name: the version of this command. With a name also those of the cluster's"
            + " controller, agents and etcd, as they last reported them.")
final class VersionCommand extends ClusterCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      converter = ClusterNameConverter.class,
      description = "The cluster.")
  private Optional<ClusterName> cluster = Optional.empty();

  VersionCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected boolean needsCloud() {
    return cluster.isPresent();
  }

  @Override
  protected int run(Clouds.Open cloud) {
    ClusterSummary summary = summary(cloud, cluster.orElseThrow(), 0);
    String own = ProjectVersion.read();
    if (options().structured()) {
      printTree(Versions.json(own, summary));
    } else {
      print(Versions.text(own, summary));
    }
    return CommandExitCode.OK;
  }

  @Override
  protected int withoutCloud() {
    String own = ProjectVersion.read();
    if (options().structured()) {
      printTree(Tree.builder().with("command", own).build());
    } else {
      print("quorate " + own + "\n");
    }
    return CommandExitCode.OK;
  }
}
