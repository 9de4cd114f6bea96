package io.quorate.cost;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a control plane costs in a month of 730 hours, with so many clusters at rest. Every schedule
 * looks at every cluster, one after another, and all of the time is billed: an upper bound.
 */
final class Bill {
  private static final double HOURS = 730;
  private static final double MINUTES_PER_HOUR = 60;
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double MIB_PER_GIB = 1024;
  private static final double BYTES_PER_GB = 1e9;

  private final Prices prices;
  private final Settings settings;

  /**
   * How it is deployed.
   *
   * @param schedule time between two schedules
   * @param memoryMb the function's memory
   * @param alarms how many of the control plane
   * @param clusterAlarms how many of each cluster
   * @param dashboards how many
   * @param keys KMS keys
   */
  record Settings(
      Duration schedule, int memoryMb, int alarms, int clusterAlarms, int dashboards, int keys) {}

  /**
   * A position.
   *
   * @param name what is billed
   * @param usd for a month
   */
  record Line(String name, double usd) {}

  Bill(Prices prices, Settings settings) {
    this.prices = prices;
    this.settings = settings;
  }

  /** USD a month by position, in the order in which they are printed. */
  List<Line> of(Usage usage, int clusters) {
    double firings = HOURS * SECONDS_PER_HOUR / settings.schedule().toSeconds();
    double others = usage.otherTurns() * HOURS * clusters;
    double turns = firings * clusters + others;
    double hours = HOURS * clusters;
    double seconds = firings * usage.firingSeconds() + turns * usage.turnSeconds();
    List<Line> lines = new ArrayList<>();
    lines.add(
        new Line(
            "agents: DynamoDB writes",
            prices.of("dynamodb_write_units", usage.agentWrites() * hours)));
    lines.add(
        new Line(
            "agents: DynamoDB reads",
            prices.of("dynamodb_read_units", usage.agentReads() * hours)));
    lines.add(
        new Line(
            "controller: DynamoDB writes",
            prices.of("dynamodb_write_units", usage.turnWrites() * turns)));
    lines.add(
        new Line(
            "controller: DynamoDB reads",
            prices.of(
                "dynamodb_read_units", usage.turnReads() * turns + usage.firingReads() * firings)));
    lines.add(
        new Line(
            "controller: Lambda",
            prices.of("lambda_requests", firings + others)
                + prices.of("lambda_gb_seconds", seconds * settings.memoryMb() / MIB_PER_GIB)));
    lines.add(
        new Line(
            "controller: logs",
            prices.of("log_gigabytes", usage.turnLogBytes() * turns / BYTES_PER_GB)));
    lines.add(
        new Line(
            "S3 requests",
            prices.of("s3_put_requests", usage.s3Puts() * hours)
                + prices.of("s3_get_requests", usage.s3Gets() * hours)));
    lines.add(
        new Line(
            "polls of the events' queue",
            prices.of("sqs_requests", prices.idlePollsPerMinute() * MINUTES_PER_HOUR * HOURS)));
    lines.add(new Line("controller: metrics", prices.of("metrics", usage.series().functions())));
    lines.add(new Line("controller: alarms", prices.of("alarms", settings.alarms())));
    lines.add(
        new Line(
            "clusters: metrics",
            prices.of("metrics", (double) usage.series().clusters() * clusters)));
    lines.add(
        new Line(
            "clusters: alarms", prices.of("alarms", (double) settings.clusterAlarms() * clusters)));
    lines.add(new Line("dashboard", prices.of("dashboards", settings.dashboards())));
    lines.add(new Line("KMS key", prices.of("kms_keys", settings.keys())));
    return lines;
  }
}
