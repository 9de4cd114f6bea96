package io.quorate.cli;

import io.quorate.cli.picture.ClusterPicture;
import io.quorate.cli.picture.Pictures;
import io.quorate.codec.JsonTree;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;

/** What all commands share: the options, the open cloud, the two forms of output. */
abstract class ClusterCommand implements Callable<Integer> {
  @Mixin private final GlobalOptions options = new GlobalOptions();

  private final Surroundings surroundings;

  ClusterCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public final Integer call() {
    try (Clouds.Open cloud = surroundings.clouds().open(options)) {
      return run(cloud);
    } finally {
      surroundings.out().flush();
    }
  }

  /** Does the command's work on an open cloud; returns the exit code. */
  abstract int run(Clouds.Open cloud);

  final GlobalOptions options() {
    return options;
  }

  final Surroundings surroundings() {
    return surroundings;
  }

  final Pictures pictures(Clouds.Open cloud) {
    return new Pictures(cloud.store(), surroundings.clock());
  }

  /** The picture of a cluster that must be there. */
  final ClusterPicture picture(Clouds.Open cloud, ClusterName cluster, int journalEntries) {
    ClusterPicture picture = pictures(cloud).take(cluster, journalEntries);
    if (picture.unknown()) {
      throw noSuchCluster(cloud, cluster);
    }
    return picture;
  }

  final CommandFailure noSuchCluster(Clouds.Open cloud, ClusterName cluster) {
    List<FleetEntry> there = pictures(cloud).fleet().entries();
    String known =
        there.isEmpty()
            ? "the table " + options.clustersTable() + " holds none"
            : "there are: "
                + there.stream()
                    .map(entry -> entry.name().value())
                    .sorted()
                    .collect(Collectors.joining(", "));
    return new CommandFailure(
        ExitCode.NO_SUCH_CLUSTER,
        "no cluster '"
            + cluster
            + "': "
            + known
            + "; make it with: quorate apply -f cluster.yaml, or name the right table, region or"
            + " endpoint");
  }

  /** Prints text that has its own line breaks. */
  final void print(String text) {
    surroundings.out().print(text);
    surroundings.out().flush();
  }

  final void printJson(Map<String, Object> tree) {
    print(JsonTree.pretty(tree));
  }

  final void printJsonLine(Map<String, Object> tree) {
    print(JsonTree.write(tree) + "\n");
  }

  final void complain(String line) {
    surroundings.err().println("quorate: " + line);
    surroundings.err().flush();
  }
}
