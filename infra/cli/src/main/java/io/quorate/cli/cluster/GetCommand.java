package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.connect.ContextFile;
import io.quorate.cli.connect.GlobalOptions;
import io.quorate.cli.frame.ClusterCommand;
import io.quorate.cli.frame.ClusterNameConverter;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.Failures;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.SummaryReader;
import io.quorate.cli.render.ClusterList;
import io.quorate.cli.render.SpecYaml;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.spec.SpecTree;
import io.quorate.state.SpecRecord;
import io.quorate.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the clusters, or prints one's spec. */
@Command(
    name = "get",
    description = {
      "Without a name: lists the clusters, also those of several regions or contexts in one list."
          + " With a name: prints the stored spec as YAML, every"
          + " default written out; apply accepts it again."
    })
public final class GetCommand extends ClusterCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      converter = ClusterNameConverter.class,
      description = "The cluster.")
  private Optional<ClusterName> cluster = Optional.empty();

  @Option(
      names = "--regions",
      paramLabel = "REGIONS",
      split = ",",
      description = "Lists the clusters of several regions, such as eu-west-1,us-east-1.")
  private List<String> regions = List.of();

  @Option(
      names = "--all-contexts",
      description = "Lists the clusters of every context of the file.")
  private boolean allContexts;

  public GetCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud) {
    return cluster.map(name -> one(cloud, name)).orElseGet(() -> all(Optional.of(cloud)));
  }

  @Override
  protected boolean needsCloud() {
    if (cluster.isPresent() && (allContexts || !regions.isEmpty())) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "--regions and --all-contexts list clusters: expected no name beside them");
    }
    return regions.isEmpty() && !allContexts;
  }

  @Override
  protected int withoutCloud() {
    return all(Optional.empty());
  }

  private int one(Clouds.Open cloud, ClusterName name) {
    ClusterSummary summary = summary(cloud, name, 0);
    SpecRecord stored = summary.spec().orElseThrow(() -> noSpec(summary));
    if (options().structured()) {
      printTree(
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

  private int all(Optional<Clouds.Open> cloud) {
    List<ClusterList.Part> parts = new ArrayList<>();
    List<CommandFailure> failures = new ArrayList<>();
    cloud.ifPresent(open -> parts.add(part("", open)));
    places()
        .forEach(
            (place, options) -> {
              try (Clouds.Open there = context().clouds().open(options)) {
                parts.add(part(place, there));
              } catch (CommandFailure | StoreUnavailableException away) {
                CommandFailure told = Failures.told(away);
                complain(place + ": " + told.getMessage());
                failures.add(told);
              }
            });
    if (options().structured()) {
      printTree(ClusterList.json(parts));
    } else {
      print(ClusterList.text(parts, options().wide()));
    }
    return failures.stream().findFirst().map(CommandFailure::exitCode).orElse(CommandExitCode.OK);
  }

  private ClusterList.Part part(String place, Clouds.Open cloud) {
    SummaryReader summaries = summaries(cloud);
    SummaryReader.Fleet fleet = summaries.fleet();
    List<ClusterSummary> clusters =
        fleet.entries().stream().map(entry -> summaries.take(entry.name(), 0)).toList();
    return new ClusterList.Part(
        place,
        clusters,
        Stream.concat(
                fleet.unreadable().stream(),
                clusters.stream().flatMap(summary -> summary.unreadable().stream()))
            .toList());
  }

  /** What the list is put together from, by the name shown; empty for the one place. */
  private Map<String, GlobalOptions> places() {
    Map<String, GlobalOptions> places = new LinkedHashMap<>();
    regions.forEach(region -> places.put(region, options().inRegion(region)));
    if (allContexts) {
      ContextFile.read(context().environment())
          .orElseThrow(
              () ->
                  new CommandFailure(
                      CommandExitCode.USAGE,
                      "--all-contexts: expected the file "
                          + ContextFile.path(context().environment())
                          + "; see docs/operations.md, Contexts"))
          .contexts()
          .keySet()
          .forEach(name -> places.put(name, options().ofContext(name)));
    }
    return places;
  }
}
