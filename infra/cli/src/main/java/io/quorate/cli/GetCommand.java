package io.quorate.cli;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.SummaryReader;
import io.quorate.cli.render.ClusterList;
import io.quorate.cli.render.SpecYaml;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.spec.SpecTree;
import io.quorate.state.SpecRecord;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the clusters, or prints one's spec. */
@Command(
    name = "get",
    description = {
      "Without a name: lists the clusters. With a name: prints the stored spec as YAML, every"
          + " default written out; apply accepts it again."
    })
final class GetCommand extends ClusterCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      converter = ClusterNameConverter.class,
      description = "The cluster.")
  private Optional<ClusterName> cluster = Optional.empty();

  GetCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(Clouds.Open cloud) {
    return cluster.map(name -> one(cloud, name)).orElseGet(() -> all(cloud));
  }

  private int one(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    SpecRecord stored = summary.spec().orElseThrow(() -> noSpec(summary));
    if (options().json()) {
      printJson(
          Tree.builder()
              .with("uid", stored.uid())
              .with("version", stored.version())
              .with("updatedAt", stored.updatedAt())
              .with("updatedBy", stored.updatedBy())
              .with("spec", SpecTree.of(stored.spec()))
              .build());
    } else {
      print(SpecYaml.of(stored.spec()));
    }
    return CommandExitCode.OK;
  }

  private static CommandFailure noSpec(ClusterSummary summary) {
    return summary.unreadable().isEmpty()
        ? new CommandFailure(
            CommandExitCode.NO_SUCH_CLUSTER,
            "cluster '"
                + summary.cluster()
                + "' has records but no spec: somebody deleted it, or the table was restored in"
                + " part; look at it with: quorate status "
                + summary.cluster())
        : new CommandFailure(CommandExitCode.BAD_INPUT, String.join("\n", summary.unreadable()));
  }

  private int all(Clouds.Open cloud) {
    SummaryReader summaries = summaries(cloud);
    SummaryReader.Fleet fleet = summaries.fleet();
    List<ClusterSummary> clusters =
        fleet.entries().stream().map(entry -> summaries.take(entry.name(), 0)).toList();
    List<String> unreadable =
        Stream.concat(
                fleet.unreadable().stream(),
                clusters.stream().flatMap(summary -> summary.unreadable().stream()))
            .toList();
    if (options().json()) {
      printJson(ClusterList.json(clusters, unreadable));
    } else {
      print(ClusterList.text(clusters, unreadable));
    }
    return CommandExitCode.OK;
  }
}
