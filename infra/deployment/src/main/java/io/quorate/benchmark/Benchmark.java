package io.quorate.benchmark;

import io.quorate.deployment.Artifacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures Quorate beside bare etcd, turn by turn in one run, and reports medians and ratios. */
@Command(
    name = "infra/benchmark",
    subcommands = {
      SnapshotBenchmark.class,
      RecoveryBenchmark.class,
      ResizeBenchmark.class,
      SpaceBenchmark.class
    },
    description = "Measures Quorate beside bare etcd processes on this machine.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Benchmark implements Callable<Integer> {
  private static final int FIRST_BLOCK = 160;
  private static final int RUNS = 5;
  private static final int USAGE = 2;

  @Option(
      names = "--root",
      required = true,
      hidden = true,
      description = "The checkout, for what was built.")
  private Path root = Path.of(".");

  @Option(names = "--etcd", required = true, hidden = true, description = "Folder that holds etcd.")
  private Path etcd = Path.of(".");

  @Mixin private final CommonOptions common = new CommonOptions();

  private final AtExit atExit = new AtExit();

  /** The command as it reads its arguments. */
  public static CommandLine commandLine() {
    return new CommandLine(new Benchmark())
        .setParameterExceptionHandler(
            (wrong, given) -> {
              System.err.println("benchmark: " + wrong.getMessage());
              System.err.println("try: infra/benchmark --help");
              return USAGE;
            });
  }

  /** What is the same for all that is measured. */
  public CommonOptions common() {
    return common;
  }

  /** Where etcd is. */
  public Path etcd() {
    return etcd;
  }

  /** The checkout. */
  public Path root() {
    return root;
  }

  /** What was built, and etcd. */
  public Artifacts artifacts() throws IOException {
    return Artifacts.in(root, etcd);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Artifacts artifacts = artifacts();
    int runs = common.runs(RUNS);
    int first = common.block(FIRST_BLOCK);
    try (Scratch home = Scratch.create()) {
      Measurements measurements = new Measurements();
      for (int run = 1; run <= runs; run++) {
        System.err.printf(Locale.ROOT, "run %d of %d: bare etcd%n", run, runs);
        bare(home.resolve("bare-" + run), first + 2 * run, measurements);
        System.err.printf(Locale.ROOT, "run %d of %d: Quorate%n", run, runs);
        new QuorateRun(
                home.resolve("quorate-" + run),
                artifacts,
                first + 30 + 3 * run,
                common.tls(),
                atExit)
            .measure(measurements, run == runs);
      }
      if (!common.json()) {
        System.out.println(text(measurements, common.tls()));
      }
      common.printed(measurements);
      home.measured();
    }
    return 0;
  }

  private void bare(Path home, int block, Measurements into)
      throws IOException, InterruptedException {
    try (BareEtcd bare = atExit.closes(new BareEtcd(etcd, home, block, common.tls()))) {
      into.add("bare start to first write", bare.startToFirstWrite());
      into.add("bare killed member returns", bare.killedToServing("m3"));
      AtRest.await();
      into.add("bare wiped member replaced", bare.wipedToReplaced("m3", new EtcdctlLike()));
    } finally {
      atExit.closed();
    }
  }

  private static String text(Measurements measured, Tls tls) {
    List<String> lines = new ArrayList<>();
    lines.add("TLS: " + tls.words());
    compare(lines, measured, "start to first write", "(agents up)");
    compare(lines, measured, "killed member returns", "");
    compare(lines, measured, "wiped member replaced", "");
    lines.add("");
    single(lines, measured, "failing heartbeat to decision", "s");
    single(lines, measured, "store requests per heartbeat", "");
    single(lines, measured, "store requests per steady turn", "");
    single(lines, measured, "agent resident memory", "MiB");
    single(lines, measured, "agent idle CPU", "% of a core");
    return String.join("\n", lines);
  }

  private static void compare(List<String> lines, Measurements measured, String what, String note) {
    Figure bare = measured.figure("bare " + what);
    Figure quorate = measured.figure("quorate " + what);
    lines.add(
        String.format(
            Locale.ROOT,
            "%-24s bare %-34s Quorate %-34s %.2f x %s",
            what,
            bare.text("s"),
            quorate.text("s"),
            quorate.median() / bare.median(),
            note));
  }

  private static void single(List<String> lines, Measurements measured, String what, String unit) {
    lines.add(String.format(Locale.ROOT, "%-32s %s", what, measured.figure(what).text(unit)));
  }
}
