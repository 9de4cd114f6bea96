package io.quorate.cost;

import io.quorate.deployment.Artifacts;
import io.quorate.localcloud.terraform.ControlPlaneModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Counts what a cluster at rest uses, and prints what the control plane costs a month. */
@Command(
    name = "infra/cost",
    description = "Prints what a control plane costs a month on AWS, from counted requests.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Cost implements Callable<Integer> {
  private static final List<Integer> CLUSTERS = List.of(1, 100, 10_000);
  private static final int USAGE = 2;

  @Option(
      names = "--root",
      required = true,
      hidden = true,
      description = "The checkout, for what was built.")
  private Path root = Path.of(".");

  @Option(names = "--etcd", required = true, hidden = true, description = "Folder that holds etcd.")
  private Path etcd = Path.of(".");

  @Option(
      names = "--alarms",
      required = true,
      hidden = true,
      description = "How many alarms Terraform creates.")
  private int alarms;

  @Option(
      names = "--cluster-alarms",
      required = true,
      hidden = true,
      description = "How many alarms Terraform creates for each cluster.")
  private int clusterAlarms;

  @Option(
      names = "--memory",
      required = true,
      hidden = true,
      description = "The function's memory in MiB.")
  private int memoryMb;

  @Option(
      names = "--metrics",
      paramLabel = "DETAIL",
      defaultValue = "attention",
      description =
          "What is published of each cluster: attention or full, as the variable metrics of the"
              + " module control-plane. Default: ${DEFAULT-VALUE}")
  private String metrics = "attention";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "600",
      description =
          "How long the cluster at rest is counted; what agents do at rest comes round in 300."
              + " Default: ${DEFAULT-VALUE}")
  private int seconds;

  /** Runs and prints; exits with 0 when all was counted. */
  public static void main(String[] arguments) {
    CommandLine line =
        new CommandLine(new Cost())
            .setParameterExceptionHandler(
                (wrong, given) -> {
                  System.err.println("cost: " + wrong.getMessage());
                  System.err.println("try: infra/cost --help");
                  return USAGE;
                });
    System.exit(line.execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    if (seconds < 10) {
      System.err.println("cost: --seconds is " + seconds + ", expected 10 or more");
      return USAGE;
    }
    if (!metrics.matches("attention|full")) {
      System.err.println("cost: --metrics is " + metrics + ", expected attention or full");
      return USAGE;
    }
    Prices prices = Prices.read();
    Path home = Files.createTempDirectory("quorate-cost");
    Usage usage =
        CostRun.measure(home, Artifacts.in(root, etcd), Duration.ofSeconds(seconds), metrics);
    Bill bill =
        new Bill(
            prices,
            new Bill.Settings(
                ControlPlaneModule.get().scheduleEvery(), memoryMb, alarms, clusterAlarms, 1, 1));
    System.out.println(text(usage, prices, bill));
    return 0;
  }

  static String text(Usage usage, Prices prices, Bill bill) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "A cluster of %d at rest, counted: agents %.0f write and %.0f read units an hour;",
            usage.nodes(),
            usage.agentWrites(),
            usage.agentReads()));
    lines.add(
        String.format(
            Locale.ROOT,
            "a turn %.1f write and %.1f read units, %.0f ms, %.0f bytes of log; %.1f turns an hour besides the schedule's.",
            usage.turnWrites(),
            usage.turnReads(),
            usage.turnSeconds() * 1000,
            usage.turnLogBytes(),
            usage.otherTurns()));
    lines.add(
        String.format(
            Locale.ROOT,
            "the function publishes %d metrics of its own and %d of each cluster.",
            usage.series().functions(),
            usage.series().clusters()));
    lines.add("");
    lines.add(
        String.format(Locale.ROOT, "%-30s", "USD a month")
            + String.join(
                "",
                CLUSTERS.stream()
                    .map(
                        n ->
                            String.format(
                                Locale.ROOT, "%17s", String.format(Locale.ROOT, "%,d clusters", n)))
                    .toList()));
    List<List<Bill.Line>> bills =
        CLUSTERS.stream().map(clusters -> bill.of(usage, clusters)).toList();
    for (int i = 0; i < bills.getFirst().size(); i++) {
      int position = i;
      lines.add(
          row(
              bills.getFirst().get(i).name(),
              bills.stream().map(one -> one.get(position).usd()).toList()));
    }
    List<Double> totals = bills.stream().map(Cost::total).toList();
    lines.add(row("total", totals));
    List<Double> each = new ArrayList<>();
    for (int i = 0; i < CLUSTERS.size(); i++) {
      each.add(totals.get(i) / CLUSTERS.get(i));
    }
    lines.add(row("for each cluster", each));
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "List prices of %s, written down on %s, without free tiers; not counted: the etcd instances and their volumes,",
            prices.region(),
            prices.date()));
    lines.add(
        "storage, traffic between zones, snapshots, metrics of failures, and what a cluster that changes uses more.");
    return String.join("\n", lines);
  }

  static double total(List<Bill.Line> bill) {
    return bill.stream().mapToDouble(Bill.Line::usd).sum();
  }

  private static String row(String name, List<Double> values) {
    return String.format(Locale.ROOT, "%-30s", name)
        + String.join(
            "",
            values.stream().map(value -> String.format(Locale.ROOT, "%,17.3f", value)).toList());
  }
}
