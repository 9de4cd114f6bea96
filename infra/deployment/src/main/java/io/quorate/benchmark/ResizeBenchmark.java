package io.quorate.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/**
 * Measures a changed wish beside the member commands that an operator types, in turn in one run.
 */
@Command(
    name = "resize",
    description =
        "Measures how long a cluster takes from three members to five and back, the leader among"
            + " those that go, beside bare etcd's member add --learner, promote, move-leader and"
            + " member remove; and for how long a client is not acknowledged meanwhile.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ResizeBenchmark implements Callable<Integer> {
  /** What Quorate may take: seconds beyond its boot for one more, seconds for one less. */
  private static final double GOAL_ADDED = 3;

  private static final double GOAL_REMOVED = 2;
  private static final double GOAL_GAP_MILLIS = 100;
  private static final int FIRST_BLOCK = 190;
  private static final int RUNS = 3;

  @ParentCommand private Benchmark benchmark = new Benchmark();

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommonOptions common = benchmark.common();
    int runs = common.runs(RUNS);
    int block = common.block(FIRST_BLOCK);
    try (Scratch home = Scratch.create()) {
      AtExit atExit = new AtExit();
      Measurements measured = new Measurements();
      for (int run = 1; run <= runs; run++) {
        System.err.printf(Locale.ROOT, "run %d of %d: bare etcd%n", run, runs);
        try (BareEtcd bare =
            atExit.closes(
                new BareEtcd(
                    benchmark.etcd(), home.resolve("bare-" + run), block + 5, common.tls()))) {
          new BareResize(bare).measure(measured);
        } finally {
          atExit.closed();
        }
      }
      System.err.printf(Locale.ROOT, "Quorate: %d runs%n", runs);
      new ResizeRun(home.resolve("resize"), benchmark.artifacts(), block, common.tls(), atExit)
          .measure(measured, runs);
      if (!common.json()) {
        System.out.println(text(measured, common.tls()));
      }
      common.printed(measured);
      home.measured();
    }
    return 0;
  }

  private static String text(Measurements measured, Tls tls) {
    List<String> lines = new ArrayList<>();
    lines.add("TLS: " + tls.words());
    lines.add("3 to 5 members and back, the leader among those that go; of each member");
    line(lines, measured, "added, boot included", "s", Double.POSITIVE_INFINITY);
    line(lines, measured, "added, beyond its boot", "s", GOAL_ADDED);
    line(lines, measured, "removed", "s", GOAL_REMOVED);
    line(lines, measured, "longest write gap", "ms", GOAL_GAP_MILLIS);
    return String.join("\n", lines) + "\n";
  }

  private static void line(
      List<String> lines, Measurements measured, String what, String unit, double goal) {
    double quorate = measured.median("Quorate " + what);
    String verdict =
        Double.isInfinite(goal)
            ? ""
            : String.format(
                Locale.ROOT, "  goal %.0f %s: %s", goal, unit, quorate <= goal ? "kept" : "missed");
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-24s bare %-36s Quorate %s%s",
            what,
            measured.text("bare " + what, unit),
            measured.text("Quorate " + what, unit),
            verdict));
  }
}
