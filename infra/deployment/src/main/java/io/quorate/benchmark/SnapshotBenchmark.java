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

/** Measures snapshots beside {@code etcdctl snapshot save} and an upload, in turn in one run. */
@Command(
    name = "snapshot",
    description =
        "Measures snapshots beside etcdctl snapshot save and an upload to the same bucket, while"
            + " clients write through the followers.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class SnapshotBenchmark implements Callable<Integer> {
  private static final int FIRST_BLOCK = 230;
  private static final int LARGE = 2_000;
  private static final int RUNS = 5;

  @Spec private CommandSpec command = CommandSpec.create();

  @ParentCommand private Benchmark benchmark = new Benchmark();

  @Option(
      names = "--megabytes",
      paramLabel = "MB",
      split = ",",
      defaultValue = "100,500",
      description = "How much data each cluster holds. Default: ${DEFAULT-VALUE}")
  private List<Integer> sizes = List.of();

  @Option(names = "--large", description = "Also with 2,000 MB.")
  private boolean large;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Integer> all = new ArrayList<>(sizes);
    if (large) {
      all.add(LARGE);
    }
    CommonOptions common = benchmark.common();
    common.plainOnly(command);
    int runs = common.runs(RUNS);
    try (Scratch home = Scratch.create()) {
      AtExit atExit = new AtExit();
      Measurements measured = new Measurements();
      for (int at = 0; at < all.size(); at++) {
        int size = all.get(at);
        System.err.printf(Locale.ROOT, "%d MB: %d snapshots each way%n", size, runs);
        new SnapshotRun(
                home.resolve("snapshot-" + size),
                benchmark.artifacts(),
                common.block(FIRST_BLOCK) + 3 * at,
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
    Figure etcd = measured.figure(size + " MB etcdctl snapshot save");
    Figure store = measured.figure(size + " MB upload");
    Figure quorate = measured.figure(size + " MB Quorate");
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT, "%d MB (files of %.0f MB)", size, measured.median(size + " MB size")));
    lines.add(line("etcdctl snapshot save", etcd.text("MB/s")));
    lines.add(line("upload of that file", store.text("MB/s")));
    lines.add(line("both, one after the other", measured.text(size + " MB by hand", "MB/s")));
    lines.add(
        line(
            "Quorate, all of the task",
            quorate.text("MB/s")
                + String.format(
                    Locale.ROOT,
                    ": %.2f x the slower of etcd and bucket",
                    quorate.median() / Math.min(etcd.median(), store.median()))));
    lines.add(
        line("request to the task's begin", measured.text(size + " MB request to task", "s")));
    lines.add(line("request to its answer", measured.text(size + " MB request to answer", "s")));
    lines.add(
        line(
            "agent's peak above idle", measured.text(size + " MB agent's peak above idle", "MiB")));
    for (String when : List.of("quiet", "by hand", "by Quorate")) {
      lines.add(
          line(
              "write through a follower",
              measured.figure(size + " MB write through a follower, " + when).spread("ms")
                  + ", "
                  + when));
    }
    for (String what : List.of("killed member returns", "wiped member replaced")) {
      for (String when : List.of("at rest", "snapshot under way")) {
        String name = size + " MB " + what + ", " + when;
        lines.add(line(what, String.format(Locale.ROOT, "%.2f s, ", measured.median(name)) + when));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String line(String what, String value) {
    return String.format(Locale.ROOT, "  %-28s %s", what, value);
  }
}
