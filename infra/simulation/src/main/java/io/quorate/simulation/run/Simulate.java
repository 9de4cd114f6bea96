package io.quorate.simulation.run;

import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.faults.Swarm;
import io.quorate.simulation.mutant.Mutant;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command behind infra/simulate. */
@Command(name = "infra/simulate", sortOptions = false)
public final class Simulate implements Callable<Integer> {
  private static final PrintStream OUT = System.out;
  private static final long MUTANT_SEEDS = 500;
  private static final long SEEDS = 1_000;

  @Option(names = "--seeds", description = "how many seeds to run")
  private Optional<Long> seeds = Optional.empty();

  @Option(names = "--minutes", description = "for how long to run seeds")
  private Optional<Long> minutes = Optional.empty();

  @Option(names = "--from", description = "the first of these seeds")
  private Optional<Long> from = Optional.empty();

  @Option(
      names = "--cover",
      description =
          "fail when a rule, step or fault was not reached; a hunt by time goes on for it, three"
              + " times as long at most")
  private boolean cover;

  @Option(names = "--seed", description = "the one seed to run, with its transcript")
  private Optional<Long> seed = Optional.empty();

  @Option(names = "--scenario", description = "the one scenario to run, with its transcript")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--shrink", description = "take away all that the failing run does not need")
  private boolean shrink;

  @Option(names = "--mutant", description = "the planted bug to find")
  private Optional<String> mutant = Optional.empty();

  @Option(names = "--worker", hidden = true)
  private boolean worker;

  @Option(names = "--every", hidden = true, defaultValue = "1")
  private int every;

  private Simulate() {}

  /** Exits with 1 when something is broken, and 2 when it was asked for what it cannot do. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    return new CommandLine(new Simulate()).execute(arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    positive("--seeds", seeds);
    positive("--minutes", minutes);
    return holds() ? 0 : 1;
  }

  private void positive(String option, Optional<Long> given) {
    given
        .filter(number -> number <= 0)
        .ifPresent(
            number -> {
              throw wrong(option + " is " + number + ", expected at least 1");
            });
  }

  private ParameterException wrong(String why) {
    return new ParameterException(new CommandLine(this), why);
  }

  private boolean holds() throws IOException, InterruptedException {
    if (mutant.isPresent()) {
      return isFound(named(mutant.get()));
    }
    if (seed.isPresent() || file.isPresent()) {
      return one(file.isPresent() ? scenario(file.get()) : Swarm.draw(seed.get()));
    }
    Hunt hunt =
        new Hunt(
            from.orElseGet(() -> System.currentTimeMillis() / 1_000 * 1_000_000),
            seeds.orElse(minutes.isPresent() ? Long.MAX_VALUE : SEEDS),
            minutes.map(TimeUnit.MINUTES::toMillis).orElse(Long.MAX_VALUE),
            cover);
    return worker ? hunt.work(every, OUT) : hunt.lead(OUT);
  }

  private Mutant named(String name) {
    try {
      return Mutant.named(name);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private Scenario scenario(Path of) throws IOException {
    if (!Files.isReadable(of)) {
      throw wrong("--scenario is " + of + ", expected a file that can be read");
    }
    try {
      return Scenario.parse(Files.readString(of));
    } catch (IllegalArgumentException e) {
      throw wrong(of + ": " + e.getMessage());
    }
  }

  private boolean isFound(Mutant planted) throws IOException {
    Path root = Path.of(System.getProperty("quorate.root", "."));
    String found =
        file.isPresent()
            ? MutantHunt.breaks(planted, root, scenario(file.get()).text())
            : MutantHunt.find(planted, root, from.orElse(1L), seeds.orElse(MUTANT_SEEDS));
    OUT.println(planted + ": " + (found.isEmpty() ? "NOT FOUND" : found));
    return !found.isEmpty();
  }

  private boolean one(Scenario drawn) {
    Scenario scenario = drawn;
    if (shrink) {
      Optional<Broken> broken = Simulation.run(drawn, false).broken();
      if (broken.isPresent()) {
        scenario = Shrinker.shrink(drawn, broken.get());
      }
    }
    Result result = Simulation.run(scenario, true);
    List<String> lines = new ArrayList<>(result.transcript());
    lines.forEach(OUT::println);
    OUT.println();
    OUT.print(scenario.text());
    OUT.println(
        "# "
            + result.broken().map(Broken::toString).orElse("all holds")
            + "; digest "
            + Long.toHexString(result.digest()));
    return result.broken().isEmpty();
  }
}
