package io.quorate.simulation.run;

import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.schedule.Transcript;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** One run for a person to read: its transcript, its scenario, and what broke. */
public final class RunReading implements UnaryOperator<String> {
  /** With the first run and the last, whose transcript is kept, less than two minutes. */
  private static final Duration SHRINKING = Duration.ofSeconds(90);

  private static final String SHRINK = "shrink ";

  private final PrintStream out = System.out;

  /** Made by reflection, among the planted classes, too. */
  public RunReading() {}

  /** How to ask {@link #apply} for a run. */
  static String asked(Scenario scenario, boolean shrink) {
    return (shrink ? SHRINK : "") + scenario.text();
  }

  /** Prints the run; returns what broke, empty when all held. */
  @Override
  public String apply(String asked) {
    boolean shrink = asked.startsWith(SHRINK);
    Scenario given = Scenario.parse(shrink ? asked.substring(SHRINK.length()) : asked);
    Result result = Simulation.run(shrink ? shrunk(given) : given, true);
    out.println(Transcript.LEGEND);
    result.transcript().forEach(out::println);
    out.println();
    out.print(result.scenario().text());
    String broken = result.broken().map(Broken::toString).orElse("");
    out.println(
        "# "
            + (broken.isEmpty() ? "all holds" : broken)
            + "; digest "
            + Long.toHexString(result.digest()));
    return broken;
  }

  private static Scenario shrunk(Scenario given) {
    Shrinker.Budget budget = Shrinker.Budget.of(SHRINKING);
    return Simulation.run(given, false)
        .broken()
        .map(
            broken ->
                new Shrinker(
                        given,
                        broken,
                        candidate -> Simulation.run(candidate, false).broken(),
                        budget,
                        System.err::println)
                    .shrink())
        .orElse(given);
  }
}
