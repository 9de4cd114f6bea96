package io.quorate.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures how room is made in databases beside the same calls by hand. */
@Command(
    name = "space",
    description =
        "Measures defragmentation, comparison and the cure of NOSPACE in a cluster whose quota is"
            + " so large, beside compaction, defragmentation and disarming by hand in a bare one.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class SpaceBenchmark implements Callable<Integer> {
  private static final double GOAL_SECONDS = 10;
  private static final int GOAL_MEGABYTES = 100;
  private static final int FIRST_BLOCK = 200;
  private static final int RUNS = 3;

  @ParentCommand private Benchmark benchmark = new Benchmark();

  @Option(
      names = "--megabytes",
      paramLabel = "MB",
      split = ",",
      defaultValue = "100,500",
      description = "The quotas. Default: ${DEFAULT-VALUE}")
  private List<Integer> sizes = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommonOptions common = benchmark.common();
    int runs = common.runs(RUNS);
    int block = common.block(FIRST_BLOCK);
    try (Scratch home = Scratch.create()) {
      AtExit atExit = new AtExit();
      Measurements measured = new Measurements();
      for (int at = 0; at < sizes.size(); at++) {
        int size = sizes.get(at);
        SpaceRun run = new SpaceRun(size, common.tls());
        System.err.printf(Locale.ROOT, "%d MB by hand: %d runs%n", size, runs);
        run.byHand(
            benchmark.etcd(), home.resolve("bare-" + size), block + 2 * at, atExit, measured, runs);
        System.err.printf(Locale.ROOT, "%d MB by Quorate: %d runs%n", size, runs);
        run.byQuorate(
            home.resolve("space-" + size),
            benchmark.artifacts(),
            block + 10 + 3 * at,
            atExit,
            measured,
            runs);
        if (!common.json()) {
          System.out.println(text(measured, size, common.tls()));
        }
      }
      common.printed(measured);
      home.measured();
    }
    return 0;
  }

  private static String text(Measurements measured, int size, Tls tls) {
    List<String> lines = new ArrayList<>();
    lines.add(size + " MB of quota, three members, TLS: " + tls.words());
    both(lines, measured, size, "defragmented", "s");
    both(lines, measured, size, "gap while defragmenting", "ms");
    both(lines, measured, size, "NOSPACE to the first write", "s");
    if (size == GOAL_MEGABYTES) {
      double took = measured.median(size + " MB Quorate NOSPACE to the first write");
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-27s %s",
              "goal " + (int) GOAL_SECONDS + " s",
              took <= GOAL_SECONDS ? "kept" : "missed"));
    }
    one(lines, measured, size, "compared", "s");
    one(lines, measured, size, "gap while comparing", "ms");
    return String.join("\n", lines) + "\n";
  }

  private static void both(
      List<String> lines, Measurements measured, int size, String what, String unit) {
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-27s by hand %-36s Quorate %s, %.2f x",
            what,
            measured.text(size + " MB bare " + what, unit),
            measured.text(size + " MB Quorate " + what, unit),
            measured.median(size + " MB Quorate " + what)
                / measured.median(size + " MB bare " + what)));
  }

  private static void one(
      List<String> lines, Measurements measured, int size, String what, String unit) {
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-27s Quorate %s",
            what,
            measured.text(size + " MB Quorate " + what, unit)));
  }
}
