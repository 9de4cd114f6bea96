package io.quorate.cli;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import java.util.List;
import picocli.CommandLine.Command;

/** Prints where clients reach a cluster. */
@Command(
    name = "endpoints",
    description =
        "Prints the client URLs of the members that serve, separated by commas, as etcdctl's"
            + " --endpoints takes them.")
final class EndpointsCommand extends OneClusterCommand {
  EndpointsCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    List<String> urls = ClientAccess.endpoints(summary);
    if (options().structured()) {
      printTree(Tree.builder().with("cluster", name).with("endpoints", urls).build());
    } else {
      print(String.join(",", urls) + "\n");
    }
    return CommandExitCode.OK;
  }
}
