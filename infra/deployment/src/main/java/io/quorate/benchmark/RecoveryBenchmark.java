package io.quorate.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Measures recoveries beside etcd's own tools by hand, in turn in one run. */
@Command(
    name = "recovery",
    description =
        "Measures how long a cluster takes from a loss that is proved to its first write: with"
            + " everything lost beside etcdutl snapshot restore of the same file, with two of three"
            + " lost beside the same done by hand on the same directory.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class RecoveryBenchmark implements Callable<Integer> {
  /** What Quorate may take: so many seconds, and so many times what it takes by hand. */
  private static final double GOAL_SECONDS = 2;

  private static final double GOAL_TIMES = 1.2;
  private static final int FIRST_BLOCK = 210;
  private static final int RUNS = 3;

  @Spec private CommandSpec command = CommandSpec.create();

  @ParentCommand private Benchmark benchmark = new Benchmark();

  @Option(
      names = "--megabytes",
      paramLabel = "MB",
      split = ",",
      defaultValue = "100,500",
      description = "How much data each cluster holds. Default: ${DEFAULT-VALUE}")
  private List<Integer> sizes = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommonOptions common = benchmark.common();
    common.plainOnly(command);
    int runs = common.runs(RUNS);
    int block = common.block(FIRST_BLOCK);
    try (Scratch home = Scratch.create()) {
      AtExit atExit = new AtExit();
      Measurements measured = new Measurements();
      for (int at = 0; at < sizes.size(); at++) {
        int size = sizes.get(at);
        System.err.printf(Locale.ROOT, "%d MB: each is lost %d times%n", size, runs);
        new RecoveryRun(
                home.resolve("recovery-" + size),
                benchmark.artifacts(),
                block + 3 * at,
                atExit,
                size)
            .measure(measured, runs);
        if (!common.json()) {
          System.out.println(text(measured, size));
        }
      }
      common.printed(measured);
      home.measured();
    }
    return 0;
  }

  private static String text(Measurements measured, int size) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%d MB (snapshot of %.0f MB), from the proof to the first write",
            size,
            measured.median(size + " MB everything lost, size")));
    for (String loss : List.of("everything lost", "quorum lost")) {
      loss(lines, measured, size + " MB " + loss + ", ", loss);
    }
    return String.join("\n", lines) + "\n";
  }

  private static void loss(List<String> lines, Measurements measured, String prefix, String loss) {
    double hand = measured.median(prefix + "by hand");
    double quorate = measured.median(prefix + "Quorate");
    double goal = GOAL_SECONDS + GOAL_TIMES * hand;
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-16s by hand %-32s Quorate %-32s %.2f x, goal %.2f s: %s",
            loss,
            measured.text(prefix + "by hand", "s"),
            measured.text(prefix + "Quorate", "s"),
            quorate / hand,
            goal,
            quorate <= goal ? "kept" : "missed"));
    measured.names().stream()
        .filter(name -> name.startsWith(prefix + "in ") || name.startsWith(prefix + "until "))
        .forEach(
            name ->
                lines.add(
                    String.format(
                        Locale.ROOT,
                        "    %-20s %.2f s",
                        name.substring(prefix.length()),
                        measured.median(name))));
  }
}
