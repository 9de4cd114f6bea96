package io.quorate.cli;

import io.quorate.cli.picture.ClusterPicture;
import io.quorate.cli.picture.Pictures;
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

  GetCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(Clouds.Open cloud) {
    return cluster.map(name -> one(cloud, name)).orElseGet(() -> all(cloud));
  }

  private int one(Clouds.Open cloud, ClusterName name) {
    ClusterPicture picture = picture(cloud, name, 0);
    SpecRecord stored = picture.spec().orElseThrow(() -> noSpec(picture));
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
    return ExitCode.OK;
  }

  private static CommandFailure noSpec(ClusterPicture picture) {
    return picture.unreadable().isEmpty()
        ? new CommandFailure(
            ExitCode.NO_SUCH_CLUSTER,
            "cluster '"
                + picture.cluster()
                + "' has records but no spec: somebody deleted it, or the table was restored in"
                + " part; look at it with: quorate status "
                + picture.cluster())
        : new CommandFailure(ExitCode.BAD_INPUT, String.join("\n", picture.unreadable()));
  }

  private int all(Clouds.Open cloud) {
    Pictures pictures = pictures(cloud);
    Pictures.Fleet fleet = pictures.fleet();
    List<ClusterPicture> clusters =
        fleet.entries().stream().map(entry -> pictures.take(entry.name(), 0)).toList();
    List<String> unreadable =
        Stream.concat(
                fleet.unreadable().stream(),
                clusters.stream().flatMap(picture -> picture.unreadable().stream()))
            .toList();
    if (options().json()) {
      printJson(ClusterList.json(clusters, unreadable));
    } else {
      print(ClusterList.text(clusters, unreadable));
    }
    return ExitCode.OK;
  }
}
