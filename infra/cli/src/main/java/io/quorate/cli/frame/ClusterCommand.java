package io.quorate.cli.frame;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.connect.GlobalOptions;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.SummaryReader;
import io.quorate.cli.render.Paint;
import io.quorate.cli.render.TreeYaml;
import io.quorate.codec.JsonTree;
import io.quorate.model.ClusterName;
import io.quorate.state.FleetEntry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;

/** What all commands share: the options, the open cloud, the two forms of output. */
public abstract class ClusterCommand implements Callable<Integer> {
  @Mixin private final GlobalOptions options = new GlobalOptions();

  private final CommandContext context;

  protected ClusterCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public final Integer call() {
    options.resolve(context.environment());
    if (!needsCloud()) {
      int code = withoutCloud();
      written();
      return code;
    }
    try (Clouds.Open cloud = context.clouds().open(options)) {
      int code = run(cloud);
      written();
      return code;
    }
  }

  /** Whether anything is asked of the cloud. */
  protected boolean needsCloud() {
    return true;
  }

  /** What is done where nothing is asked of the cloud. */
  protected int withoutCloud() {
    throw new IllegalStateException(getClass() + " needs a cloud");
  }

  /** Does the command's work on an open cloud; returns the exit code. */
  protected abstract int run(Clouds.Open cloud);

  /** The options that all commands have. */
  public final GlobalOptions options() {
    return options;
  }

  /** What the command runs in. */
  public final CommandContext context() {
    return context;
  }

  protected final SummaryReader summaries(Clouds.Open cloud) {
    return new SummaryReader(cloud.store(), context.clock());
  }

  /** The picture of a cluster that must be there. */
  protected final ClusterSummary summary(
      Clouds.Open cloud, ClusterName cluster, int journalEntries) {
    ClusterSummary summary = summaries(cloud).take(cluster, journalEntries);
    if (summary.unknown()) {
      throw noSuchCluster(cloud, cluster);
    }
    return summary;
  }

  protected final CommandFailure noSuchCluster(Clouds.Open cloud, ClusterName cluster) {
    List<FleetEntry> there = summaries(cloud).fleet().entries();
    String known =
        there.isEmpty()
            ? "the table " + options.clustersTable() + " holds none"
            : "there are: "
                + there.stream()
                    .map(entry -> entry.name().value())
                    .sorted()
                    .collect(Collectors.joining(", "));
    return new CommandFailure(
        CommandExitCode.NO_SUCH_CLUSTER,
        "no cluster '"
            + cluster
            + "': "
            + known
            + "; make it with: quorate apply -f cluster.yaml, or name the right table, region or"
            + " endpoint");
  }

  /** Prints text that has its own line breaks. */
  public final void print(String text) {
    context.out().print(options.colored(context.terminal()) ? Paint.words(text) : text);
    written();
  }

  /** A command whose reader has gone, or whose file is full, ends; a following one, too. */
  private void written() {
    if (context.out().checkError()) {
      throw new CommandFailure(CommandExitCode.OUTPUT, CommandFailure.NOT_WRITTEN);
    }
  }

  /** Prints a result for programs. */
  public final void printTree(Map<String, Object> tree) {
    print(options.yaml() ? TreeYaml.of(tree) : JsonTree.pretty(tree));
  }

  /** One of several trees: a line of JSON, or a document of YAML. */
  protected final void printTreeLine(Map<String, Object> tree) {
    print(options.yaml() ? "---\n" + TreeYaml.of(tree) : JsonTree.write(tree) + "\n");
  }

  /** Says a line on standard error. */
  public final void complain(String line) {
    context.err().println("quorate: " + line);
    context.err().flush();
  }
}
