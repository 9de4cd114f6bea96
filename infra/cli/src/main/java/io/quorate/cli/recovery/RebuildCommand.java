package io.quorate.cli.recovery;

import io.quorate.cli.cluster.SpecText;
import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.BetweenTurns;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.codec.Tree;
import io.quorate.controller.reconcile.RebuildCluster;
import io.quorate.controller.reconcile.RebuildResult;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecError;
import io.quorate.spec.SpecReader;
import io.quorate.spec.SpecResult;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes records again that the table has lost, or has those written that the bucket has lost. */
@Command(
    name = "rebuild",
    description =
        "Writes a cluster's lineage, spec and status again where the clusters table has lost them,"
            + " from the mirror of lineages in --bucket and the cluster's file; never as a new"
            + " cluster. Members serve on meanwhile. The controller stays halted until 'quorate"
            + " resume'. Where the table has everything, it asks the controller to write what the"
            + " mirror has lost; that takes a quorum that serves this very generation, and"
            + " overwrites nothing.")
public final class RebuildCommand extends RequestCommand {
  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "The cluster's YAML file, where its spec is lost; - reads standard input.")
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--yes",
      description = "No newer table is left, and none will be restored; this is the right bucket.")
  private boolean sure;

  public RebuildCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    Optional<ClusterSpec> desired = file.map(this::read);
    boolean whole = whole(cloud, name);
    if (!sure && whole) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "nothing was written: expected --yes, which says that the controller's bucket is the one"
              + " that '"
              + name
              + "' belongs to; see docs/runbooks/lost-bucket.md");
    }
    if (!sure) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "nothing was written: expected --yes, which says that no newer table of '"
              + name
              + "' is left; see docs/runbooks/lost-table.md");
    }
    if (whole) {
      return ask(cloud, name, RequestKind.REBUILD_LINEAGE, Map.of(), A_MINUTE);
    }
    RebuildCluster rebuild =
        new RebuildCluster(
            cloud.store(),
            cloud.instances(),
            context().clock(),
            () -> "rebuild-" + context().uids().get().value());
    String by = cloud.principal();
    return tell(
        name,
        BetweenTurns.tried(
            context(),
            () -> rebuild.run(name, cloud.lineages().read(name), desired, by),
            RebuildResult.Busy.class::isInstance));
  }

  private static boolean whole(Clouds.Open cloud, ClusterName name) {
    List<Key> records = List.of(Keys.lineage(name), Keys.spec(name), Keys.status(name));
    return cloud.store().read(records).size() == records.size();
  }

  private ClusterSpec read(String from) {
    return switch (SpecReader.read(SpecText.read(from, context().in()))) {
      case SpecResult.Valid valid -> valid.spec();
      case SpecResult.Invalid invalid ->
          throw new CommandFailure(
              CommandExitCode.BAD_INPUT,
              invalid.errors().stream().map(SpecError::toString).collect(Collectors.joining("\n")));
    };
  }

  private int tell(ClusterName name, RebuildResult rebuilt) {
    return switch (rebuilt) {
      case RebuildResult.Done done -> told(name, done);
      case RebuildResult.Busy busy -> throw BetweenTurns.busy(name);
      case RebuildResult.Refused refused ->
          throw new CommandFailure(
              CommandExitCode.BAD_INPUT,
              "nothing was written: " + String.join("\n", refused.why()));
    };
  }

  private int told(ClusterName name, RebuildResult.Done done) {
    if (options().structured()) {
      printTree(
          Tree.builder()
              .with("cluster", name)
              .with("uid", done.lineage().uid())
              .with("generation", done.lineage().generation().value())
              .with("written", done.written())
              .build());
    } else {
      print(
          "cluster "
              + name
              + ": generation "
              + done.lineage().generation()
              + " of UID "
              + done.lineage().uid()
              + ", written again: "
              + String.join(", ", done.written())
              + "\nThe controller stays halted. Once quorate status "
              + name
              + " shows that every node has reported: quorate resume "
              + name
              + " --yes, then quorate snapshot sync "
              + name
              + "\n");
    }
    return CommandExitCode.OK;
  }
}
