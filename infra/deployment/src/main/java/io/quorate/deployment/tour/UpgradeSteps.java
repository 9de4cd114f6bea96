package io.quorate.deployment.tour;

import io.quorate.codec.JsonTree;
import io.quorate.deployment.tour.FoundReleases.Change;
import io.quorate.deployment.tour.TourStep.Expectation;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cluster that changes its etcd release, one after the other up to the newest that was found, and
 * goes back the same way. All of it is done by the commands that an operator types.
 */
final class UpgradeSteps {
  private static final String NAME = "upgrade etcd";
  private static final Pattern VERSION_LINE = Pattern.compile("(?m)^( *version: ).*$");

  /** So short that a tour does not take hours, and long enough for a member to be seen serving. */
  private static final String SOAK = "upgrade:\n  soak: 3s\n";

  private static final List<Condition.Type> LEFT_TO_DO =
      List.of(
          Condition.Type.UPGRADE_HALTED,
          Condition.Type.UPGRADE_BLOCKED,
          Condition.Type.UPGRADE_RUNS);

  private final FoundReleases releases;
  private Optional<String> before = Optional.empty();

  UpgradeSteps(FoundReleases releases) {
    this.releases = releases;
  }

  /** The steps, in their order; one that is skipped where no other release was found. */
  List<TourStep> all() {
    List<Change> changes = releases.thereAndBack();
    if (changes.isEmpty()) {
      return List.of(TourStep.skipped(NAME, releases.whyNone()));
    }
    List<TourStep> steps = new ArrayList<>();
    for (Change change : changes) {
      steps.add(TourStep.of(NAME + ": " + change, cluster -> change(cluster, change)));
    }
    steps.add(TourStep.of(NAME + ": put the spec back", this::putBack));
    return List.copyOf(steps);
  }

  /** The way back needs no release in the bucket that every node still has. */
  private Expectation change(LiveCluster cluster, Change change)
      throws IOException, InterruptedException {
    if (before.isEmpty()) {
      before = Optional.of(cluster.spec());
    }
    Optional<Path> folder = releases.folder(change.to()).filter(there -> !change.back());
    if (folder.isPresent()) {
      cluster.quorate(
          "release", "add", "etcd", change.to().toString(), "--folder", folder.get().toString());
    }
    Breakage restarted = Breakage.of(cluster, cluster.running().toArray(InstanceView[]::new));
    long since = System.nanoTime();
    cluster.apply(asking(before.orElseThrow(), change.to()));
    return new Expectation(
            () -> cluster.tells(Condition.Type.UPGRADE_RUNS),
            () ->
                isOver(cluster)
                    && restarted.sameMembersOnOtherProcesses()
                    && everyRowTells(cluster, change.to()))
        .since(since);
  }

  /** The spec with another release, and a short soak. */
  static String asking(String spec, EtcdVersion release) {
    Matcher line = VERSION_LINE.matcher(spec);
    if (!line.find() || line.find() || spec.contains("\nupgrade:")) {
      throw new IllegalStateException(
          "expected a spec with one line for etcd.version, and without upgrade, not: " + spec);
    }
    return line.replaceFirst(found -> found.group(1) + release) + SOAK;
  }

  /** It asks for no other release than all run: nothing restarts. */
  private Expectation putBack(LiveCluster cluster) throws IOException, InterruptedException {
    String spec =
        before.orElseThrow(
            () ->
                new IllegalStateException(
                    "the spec was not changed by a step before: choose them all, by '"
                        + NAME
                        + "'"));
    Breakage untouched = Breakage.of(cluster, cluster.running().toArray(InstanceView[]::new));
    cluster.apply(spec);
    return new Expectation(
        Optional.empty(),
        () ->
            isOver(cluster)
                && untouched.sameProcesses()
                && everyRowTells(cluster, releases.installed()),
        0);
  }

  /**
   * Whether nothing is left to do.
   *
   * @throws IllegalStateException when a condition says what is, with its words
   */
  private static boolean isOver(LiveCluster cluster) {
    cluster.status().conditions().stream()
        .filter(condition -> LEFT_TO_DO.contains(condition.type()))
        .findFirst()
        .ifPresent(
            condition -> {
              throw new IllegalStateException(condition.type() + ": " + condition.message());
            });
    return true;
  }

  private static boolean everyRowTells(LiveCluster cluster, EtcdVersion release)
      throws IOException, InterruptedException {
    return everyRowTells(
        cluster.quorate("upgrade", "status", cluster.name().value(), "--output", "json"), release);
  }

  /** Whether what {@code quorate upgrade status} printed tells this release in every row. */
  static boolean everyRowTells(String printed, EtcdVersion release) {
    List<?> nodes =
        JsonTree.read(printed, "quorate upgrade status").get("nodes") instanceof List<?> rows
            ? rows
            : List.of();
    return !nodes.isEmpty()
        && nodes.stream()
            .allMatch(
                node ->
                    node instanceof Map<?, ?> row && release.toString().equals(row.get("runs")));
  }
}
