package io.quorate.deployment.tour;

import io.quorate.cli.render.TextTable;
import io.quorate.codec.Tree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a tour went.
 *
 * @param steps each step, in order
 * @param acknowledged how many writes were acknowledged meanwhile
 * @param lost how many of them were newer than the snapshot that was restored
 * @param clients what a watcher and two contenders for a lock met meanwhile
 * @param problems what failed; empty where all is well
 */
public record TourReport(
    List<StepReport> steps,
    int acknowledged,
    long lost,
    Optional<Clients> clients,
    List<String> problems) {
  private static final double MILLIS = 1_000;

  /**
   * What clients met that watch and lock.
   *
   * @param events how many events the watcher saw
   * @param gaps how often etcd told it that it cannot tell all, as after a restore
   * @param missed how many acknowledged writes it was neither told nor told to have missed
   * @param locks how often the lock was taken
   * @param twice how often two believed to hold it at once
   */
  record Clients(int events, int gaps, long missed, int locks, long twice) {
    List<String> problems() {
      List<String> problems = new ArrayList<>();
      if (missed > 0) {
        problems.add("a watcher missed " + missed + " acknowledged writes and was not told");
      }
      if (twice > 0) {
        problems.add("a lock was held by two at once " + twice + " times");
      }
      return problems;
    }

    private String said() {
      return "A watcher saw "
          + events
          + " events, was told of "
          + gaps
          + " gaps, and missed nothing else; a lock was taken "
          + locks
          + " times, never by two at once.";
    }

    private Map<String, Object> tree() {
      return Tree.builder()
          .with("watchedEvents", events)
          .with("gapsTold", gaps)
          .with("eventsMissed", missed)
          .with("locksTaken", locks)
          .with("locksHeldTwice", twice)
          .build();
    }
  }

  public TourReport {
    steps = List.copyOf(steps);
    problems = List.copyOf(problems);
  }

  /** Whether every step passed and no write was lost. */
  public boolean passed() {
    return problems.isEmpty();
  }

  /** For people. */
  public List<String> lines() {
    Set<String> numbers = Set.of("DETECTED", "HEALTHY", "LONGEST WRITE GAP");
    TextTable table =
        new TextTable(
            List.of("STEP", "DETECTED", "HEALTHY", "LONGEST WRITE GAP", "RESULT"), numbers);
    for (StepReport step : steps) {
      table.row(
          List.of(
              step.name(),
              step.detected().map(TourReport::seconds).orElse("-"),
              step.skipped().isPresent() ? "-" : seconds(step.healthy()),
              step.longestGap().map(TourReport::seconds).orElse("-"),
              result(step)));
    }
    List<String> lines = new ArrayList<>(table.lines(""));
    lines.add("");
    problems.forEach(problem -> lines.add("FAILED: " + problem));
    steps.stream()
        .filter(step -> step.skipped().isPresent())
        .forEach(step -> lines.add(step.name() + ": " + said(step)));
    lines.add(passed() ? kept() : acknowledged + " writes were acknowledged until then.");
    clients.filter(met -> met.problems().isEmpty()).ifPresent(met -> lines.add(met.said()));
    return lines;
  }

  private static String result(StepReport step) {
    if (step.skipped().isPresent()) {
      return "skipped";
    }
    return step.passed() ? "ok" : "FAILED";
  }

  private String kept() {
    if (lost == 0) {
      return "All " + acknowledged + " acknowledged writes are on every member; HashKV agrees.";
    }
    return "All "
        + (acknowledged - lost)
        + " acknowledged writes that the restored snapshot held, or that came after it was"
        + " restored, are on every member, and none of the "
        + lost
        + " between; HashKV agrees.";
  }

  /** For programs. */
  public Map<String, Object> document() {
    return Tree.builder()
        .with("passed", passed())
        .with("acknowledgedWrites", acknowledged)
        .with("writesNewerThanTheSnapshot", lost)
        .withOptional("clients", clients.map(Clients::tree))
        .with("problems", problems)
        .with("steps", steps.stream().map(TourReport::tree).toList())
        .build();
  }

  private static Map<String, Object> tree(StepReport step) {
    Tree.Builder tree =
        Tree.builder()
            .with("step", step.name())
            .with("passed", step.passed())
            .withOptional("skippedBecause", step.skipped());
    if (step.skipped().isEmpty()) {
      tree.with("healthyMillis", step.healthy().toMillis());
    }
    step.detected().ifPresent(took -> tree.with("detectedMillis", took.toMillis()));
    step.longestGap().ifPresent(gap -> tree.with("longestWriteGapMillis", gap.toMillis()));
    return tree.build();
  }

  /** One step in a few words. */
  static String said(StepReport step) {
    if (step.skipped().isPresent()) {
      return "skipped, because " + step.skipped().get();
    }
    Optional<String> problem = step.problem();
    return problem.isPresent()
        ? "FAILED: " + problem.get()
        : step.detected().map(took -> "detected after " + seconds(took) + ", ").orElse("")
            + "healthy after "
            + seconds(step.healthy())
            + step.longestGap().map(gap -> ", longest write gap " + seconds(gap)).orElse("");
  }

  private static String seconds(Duration took) {
    return String.format(Locale.ROOT, "%.1f s", took.toMillis() / MILLIS);
  }
}
