package io.quorate.simulation.fleet;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints what a round of the schedule takes over fleets of several sizes. */
@Command(
    name = "infra/fleet",
    description =
        "Runs the controller's own code over a modelled fleet, and prints how long a round of the"
            + " schedule takes, at rest and after a zone's outage.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Fleet implements Callable<Integer> {
  private static final PrintStream OUT = System.out;
  private static final int USAGE = 2;
  private static final int MOST = 20_000;

  @Option(
      names = "--clusters",
      paramLabel = "N",
      split = ",",
      defaultValue = "100,1000,10000",
      description = "How many clusters; several, with commas between. Default: ${DEFAULT-VALUE}")
  private List<Integer> clusters = List.of();

  private Fleet() {}

  /** Exits with 1 where a cluster had no turn, or its dead member was never removed. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    return new CommandLine(new Fleet())
        .setParameterExceptionHandler(
            (wrong, given) -> {
              System.err.println("fleet: " + wrong.getMessage());
              System.err.println("try: infra/fleet --help");
              return USAGE;
            })
        .execute(arguments);
  }

  @Override
  public Integer call() {
    for (int count : clusters) {
      if (count < 1 || count > MOST) {
        return wrong("--clusters is " + count + ", expected 1 to " + MOST);
      }
    }
    boolean whole = true;
    OUT.println(
        "| clusters | state | seconds a round | requests a cluster | calls to EC2 and"
            + " Auto Scaling a cluster | throttles a round | turns missed | invocations a round |"
            + " removal told after |");
    OUT.println("|---|---|---|---|---|---|---|---|---|");
    for (int count : clusters) {
      FleetRun run = new FleetRun(count);
      FleetRun.Round rest = run.atRest();
      OUT.println(line(count, "at rest", rest, ""));
      FleetRun.Outage outage = run.zone();
      OUT.println(
          line(
              count,
              "a zone lost, " + outage.unsteady() + " unsteady (worst round)",
              outage.worst(),
              outage.toldAfter().isPresent() ? outage.toldAfter().getAsLong() + " min" : "never"));
      whole &= rest.skipped() == 0 && outage.toldAfter().isPresent();
    }
    return whole ? 0 : 1;
  }

  private static int wrong(String why) {
    System.err.println("fleet: " + why);
    return USAGE;
  }

  private static String line(int count, String state, FleetRun.Round round, String told) {
    return String.format(
        Locale.ROOT,
        "| %,d | %s | %.1f | %.1f | %.2f | %,d | %,d | %,d | %s |",
        count,
        state,
        round.seconds(),
        round.requests(),
        round.calls(),
        round.throttles(),
        round.skipped(),
        round.invocations(),
        told);
  }
}
