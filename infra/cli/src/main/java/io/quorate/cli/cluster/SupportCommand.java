package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.Failures;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.DryRunSummary;
import io.quorate.cli.render.EventsJson;
import io.quorate.cli.render.EventsText;
import io.quorate.cli.render.ExplainText;
import io.quorate.cli.render.StatusJson;
import io.quorate.cli.render.StatusText;
import io.quorate.cli.render.Versions;
import io.quorate.cli.support.SupportArchive;
import io.quorate.codec.Tree;
import io.quorate.command.Lane;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.DryRun;
import io.quorate.controller.reconcile.DryRunResult;
import io.quorate.model.ClusterName;
import io.quorate.release.ProjectVersion;
import io.quorate.state.Heartbeat;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Packs what is known of a cluster into one file. */
@Command(
    name = "support",
    description =
        "Writes one archive with a cluster's records, journal, conditions, versions and a dry run"
            + " of the planner, secrets struck out. What is not in it, such as the logs on the"
            + " instances, it names with the way to get it. Look at it before you send it on.")
public final class SupportCommand extends OneClusterCommand {
  private static final int JOURNAL = 1000;
  private static final int DECISIONS = 20;
  private static final DateTimeFormatter NOW =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The archive; by default quorate-NAME-TIME.zip in the current folder.")
  private Optional<Path> out = Optional.empty();

  public SupportCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    Instant now = context().clock().instant();
    String folder = "quorate-" + name + "-" + NOW.format(now);
    ClusterSummary summary = summary(cloud, name, DECISIONS);
    SupportArchive archive = new SupportArchive(folder);
    archive.text("status.txt", StatusText.of(summary, true));
    archive.tree("status.json", StatusJson.of(summary));
    archive.tree("versions.json", Versions.json(ProjectVersion.read(), summary));
    archive.tree("command.json", command());
    List<String> missing = new ArrayList<>();
    records(cloud, name, archive);
    journal(cloud, name, archive);
    explain(cloud, name, archive, missing);
    summary.unreadable().forEach(line -> missing.add("a record cannot be read: " + line));
    logs(summary, missing);
    archive.text("NOT-IN-HERE.txt", String.join("\n", missing) + "\n");
    return written(archive, out.orElse(Path.of(folder + ".zip")), missing);
  }

  private Map<String, Object> command() {
    return Tree.builder()
        .with("version", ProjectVersion.read())
        .with("java", Runtime.version().toString())
        .with("system", System.getProperty("os.name", "") + " " + System.getProperty("os.arch", ""))
        .with("clustersTable", options().clustersTable())
        .with("nodesTable", options().nodesTable())
        .withOptional("region", options().region())
        .withOptional("endpoint", options().endpoint().map(Object::toString))
        .build();
  }

  private static void records(Clouds.Open cloud, ClusterName name, SupportArchive archive) {
    Stream<Item> single =
        cloud
            .store()
            .read(
                List.of(
                    Keys.spec(name),
                    Keys.lineage(name),
                    Keys.status(name),
                    Keys.lease(name),
                    Keys.recovery(name),
                    Keys.pki(name),
                    Keys.notice(name),
                    Keys.fleet(name)))
            .values()
            .stream();
    Stream<Item> several =
        Stream.concat(
                Stream.of(Keys.REQUEST, Keys.SNAPSHOT, Keys.CERTIFICATE, Keys.CLIENT_CERTIFICATE),
                Stream.of(Lane.values()).map(Keys::slots))
            .flatMap(prefix -> cloud.store().list(Table.CLUSTERS, name.value(), prefix).stream());
    Stream.concat(single, several).forEach(item -> archive.line("clusters.jsonl", row(item)));
    cloud
        .store()
        .list(Table.NODES, name.value(), "")
        .forEach(item -> archive.line("nodes.jsonl", row(item)));
  }

  private static Map<String, Object> row(Item item) {
    return Tree.builder()
        .with("key", item.key().toString())
        .with("attributes", item.attributes())
        .build();
  }

  private void journal(Clouds.Open cloud, ClusterName name, SupportArchive archive) {
    summaries(cloud)
        .journal(name, JOURNAL)
        .entries()
        .forEach(
            entry -> {
              archive.line("journal.jsonl", EventsJson.of(entry));
              archive.append("journal.txt", EventsText.line(entry) + "\n");
            });
  }

  private void explain(
      Clouds.Open cloud, ClusterName name, SupportArchive archive, List<String> missing) {
    Planner planner = new Planner();
    try {
      DryRunResult result =
          new DryRun(cloud.store(), cloud.instances(), context().clock(), planner::plan)
              .explain(name);
      switch (result) {
        case DryRunResult.NoCluster none ->
            missing.add("explain.txt: the cluster's records are gone");
        case DryRunResult.Halted halted ->
            archive.text(
                "explain.txt", ExplainText.halted(name, halted.condition(), halted.message()));
        case DryRunResult.Planned planned ->
            archive.text(
                "explain.txt",
                ExplainText.of(
                    new DryRunSummary(
                        planned.view(), planner.consider(planned.view()), planned.unreadable())));
      }
    } catch (StoreUnavailableException away) {
      missing.add("explain.txt: " + Failures.told(away).getMessage());
    }
  }

  /** The records hold no log lines but those of etcd's last exit, which are in nodes.jsonl. */
  private static void logs(ClusterSummary summary, List<String> missing) {
    missing.add(
        "The logs of the agents and of etcd are on the instances, which this command does not"
            + " reach. What an agent last told of etcd's exit is in nodes.jsonl. On each instance:");
    summary.nodes().stream()
        .map(Heartbeat::instance)
        .forEach(
            instance ->
                missing.add(
                    "  "
                        + instance
                        + ": journalctl -u quorate-agent -n 500 (by aws ssm start-session --target "
                        + instance
                        + ", or ssh)"));
    missing.add(
        "The log of the controller is in CloudWatch: aws logs tail /aws/lambda/FUNCTION --since 1h");
    missing.add("Keys and values of etcd, and objects of the bucket, are never read.");
  }

  private int written(SupportArchive archive, Path target, List<String> missing) {
    try {
      archive.write(target);
    } catch (FileAlreadyExistsException there) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          target + " is there already, and was not changed: choose another with --out FILE",
          there);
    } catch (IOException e) {
      throw new CommandFailure(CommandExitCode.USAGE, "cannot write " + target + ": " + e, e);
    }
    if (options().structured()) {
      printTree(
          Tree.builder()
              .with("file", target.toString())
              .with("files", archive.size())
              .with("notInHere", missing)
              .build());
    } else {
      print(target + " is written: " + archive.size() + " files, secrets struck out\n");
      print("not in it, and where it is:\n");
      missing.forEach(line -> print("  " + line + "\n"));
    }
    return CommandExitCode.OK;
  }
}
