package io.quorate.cli.release;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.render.TextTable;
import io.quorate.codec.Tree;
import io.quorate.model.ClusterName;
import io.quorate.release.EtcdRelease;
import io.quorate.release.EtcdReleaseFaults;
import io.quorate.release.ReleasePath;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import io.quorate.store.EtcdReleases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows by which releases a cluster comes to another one; changes nothing. */
@Command(
    name = "plan",
    description =
        "Shows by which releases, one after the other, the members come from what they run to another"
            + " release, which of them are stored, and what is known against them. Changes nothing.")
final class UpgradePlanCommand extends OneClusterCommand {
  @Parameters(
      index = "1",
      arity = "1",
      paramLabel = "VERSION",
      description = "The exact version, such as 3.6.14.")
  private String version = "";

  UpgradePlanCommand(CommandContext context) {
    super(context);
  }

  /**
   * One change of all members.
   *
   * @param platforms for which it is stored; none where it is not
   * @param everywhere whether every node has it already
   */
  private record Step(
      EtcdVersion from, EtcdVersion to, List<String> platforms, boolean everywhere) {
    boolean changesLine() {
      return !from.line().equals(to.line());
    }

    boolean lacking() {
      return platforms.isEmpty() && !everywhere;
    }
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    EtcdVersion target =
        EtcdVersion.parse(version)
            .filter(exact -> exact.patch().isPresent() && exact.isSupported())
            .orElseThrow(
                () ->
                    new CommandFailure(
                        CommandExitCode.USAGE,
                        "version '%s': expected an exact release of %s"
                            .formatted(version, EtcdVersion.SUPPORTED)));
    ClusterSummary summary = summary(cloud, name, 0);
    List<EtcdRelease> stored =
        new EtcdReleases(cloud.store()).all().stream().filter(one -> !one.hidden()).toList();
    List<EtcdVersion> running = running(summary);
    if (running.isEmpty()) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT, "cluster " + name + ": no member tells which etcd it runs");
    }
    List<Step> steps = steps(summary, stored, running, target);
    if (options().structured()) {
      printTree(json(name, running, target, steps));
    } else {
      print(text(name, running, target, steps));
    }
    return CommandExitCode.OK;
  }

  private static List<EtcdVersion> running(ClusterSummary summary) {
    return summary.nodes().stream()
        .flatMap(row -> row.status().stream())
        .map(MemberStatus::version)
        .flatMap(release -> EtcdVersion.parse(release).stream())
        .distinct()
        .sorted()
        .toList();
  }

  /** From the running release that has the longest way. */
  private static List<Step> steps(
      ClusterSummary summary,
      List<EtcdRelease> stored,
      List<EtcdVersion> running,
      EtcdVersion target) {
    List<EtcdVersion> known =
        Stream.concat(
                stored.stream().map(EtcdRelease::version),
                running.stream().filter(release -> everywhere(summary, release)))
            .toList();
    List<Step> longest = List.of();
    for (EtcdVersion from : running) {
      List<EtcdVersion> way = ReleasePath.way(from, target, known);
      if (way.isEmpty() && !from.equals(target)) {
        throw new CommandFailure(CommandExitCode.BAD_INPUT, noWay(from, target, known));
      }
      longest = way.size() > longest.size() ? steps(summary, stored, from, way) : longest;
    }
    return longest;
  }

  private static List<Step> steps(
      ClusterSummary summary,
      List<EtcdRelease> stored,
      EtcdVersion running,
      Iterable<EtcdVersion> way) {
    List<Step> steps = new ArrayList<>();
    EtcdVersion from = running;
    for (EtcdVersion to : way) {
      List<String> platforms =
          stored.stream()
              .filter(release -> release.version().equals(to))
              .map(release -> release.archive().platform())
              .sorted()
              .toList();
      steps.add(new Step(from, to, platforms, everywhere(summary, to)));
      from = to;
    }
    return List.copyOf(steps);
  }

  private static boolean everywhere(ClusterSummary summary, EtcdVersion release) {
    return summary.nodes().stream().map(Heartbeat::runs).allMatch(runs -> runs.has(release));
  }

  private static String noWay(EtcdVersion from, EtcdVersion target, List<EtcdVersion> known) {
    return "no way from etcd "
        + from
        + " to "
        + target
        + " by the releases that are stored ("
        + (known.isEmpty()
            ? "none"
            : String.join(", ", known.stream().sorted().map(EtcdVersion::toString).toList()))
        + "): "
        + ReleasePath.refuses(from, target).orElse("one step after the other")
        + ". Store what stands between with quorate release add";
  }

  private static String text(
      ClusterName name, List<EtcdVersion> running, EtcdVersion target, List<Step> steps) {
    StringBuilder text = new StringBuilder();
    text.append("cluster %s: from etcd %s to %s%n".formatted(name, words(running), target));
    if (steps.isEmpty()) {
      return text.append("every member runs it\n").toString();
    }
    TextTable table =
        new TextTable(List.of("STEP", "RELEASE", "LINE", "STORED FOR", "KNOWN FAULTS"), Set.of());
    for (Step step : steps) {
      table.row(
          List.of(
              Integer.toString(steps.indexOf(step) + 1),
              step.to().toString(),
              step.changesLine() ? "changes" : "stays",
              step.platforms().isEmpty()
                  ? (step.everywhere() ? "on every node" : "not stored")
                  : String.join(", ", step.platforms()),
              EtcdReleaseFaults.of(step.to()).orElse("-")));
    }
    table.lines("").forEach(line -> text.append(line).append('\n'));
    steps.stream()
        .filter(Step::lacking)
        .forEach(
            step ->
                text.append("store it first: quorate release add etcd ")
                    .append(step.to())
                    .append(" --file FILE\n"));
    text.append("apply each version once the one before is over: quorate upgrade status ")
        .append(name)
        .append('\n');
    return text.toString();
  }

  private static String words(List<EtcdVersion> releases) {
    return String.join(", ", releases.stream().map(EtcdVersion::toString).toList());
  }

  private static Map<String, Object> json(
      ClusterName name, List<EtcdVersion> running, EtcdVersion target, List<Step> steps) {
    return Tree.builder()
        .with("cluster", name)
        .with("running", running.stream().map(EtcdVersion::toString).toList())
        .with("version", target)
        .with("steps", steps.stream().map(UpgradePlanCommand::json).toList())
        .build();
  }

  private static Map<String, Object> json(Step step) {
    Optional<String> faults = EtcdReleaseFaults.of(step.to());
    return Tree.builder()
        .with("version", step.to())
        .with("lineChanges", step.changesLine())
        .with("platforms", step.platforms())
        .with("everywhere", step.everywhere())
        .withOptional("faults", faults)
        .build();
  }
}
