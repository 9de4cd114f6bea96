package io.quorate.simulation.run;

import io.quorate.simulation.faults.Profile;
import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.faults.Swarm;
import io.quorate.simulation.mutant.Golden;
import io.quorate.simulation.mutant.Mutant;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command behind infra/simulate. */
@Command(name = "infra/simulate", sortOptions = false)
public final class Simulate implements Callable<Integer> {
  private static final PrintStream OUT = System.out;
  private static final long MUTANT_SEEDS = 500;
  private static final String GOLDEN = "infra/simulation/src/test/resources/scenarios";
  private static final long SEEDS = 1_000;

  @Option(names = "--seeds", paramLabel = "N", description = "how many seeds to run")
  private Optional<Long> seeds = Optional.empty();

  @Option(names = "--minutes", paramLabel = "M", description = "for how long to run seeds")
  private Optional<Long> minutes = Optional.empty();

  @Option(names = "--from", paramLabel = "SEED", description = "the first of these seeds")
  private Optional<Long> from = Optional.empty();

  @Option(
      names = "--cover",
      description =
          "fail when a rule, step or fault was not reached; a hunt by time goes on for it, three"
              + " times as long at most")
  private boolean cover;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "only the seeds whose schedules are of this kind: PLAIN, GROUP, RECOVERY")
  private Optional<Profile> profile = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "the one seed to run, with its transcript")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description = "the one scenario to run, with its transcript")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--shrink", description = "take away all that the failing run does not need")
  private boolean shrink;

  @Option(names = "--mutant", paramLabel = "NAME", description = "the planted bug to find")
  private Optional<String> mutant = Optional.empty();

  @Option(
      names = "--retune",
      description = "move the faults of the planted bug's golden scenario until it breaks again")
  private boolean retune;

  @Option(names = "--worker", hidden = true)
  private boolean worker;

  @Option(names = "--mutant-worker", hidden = true)
  private boolean mutantWorker;

  @Option(names = "--lanes", hidden = true, defaultValue = "1")
  private int lanes;

  private Simulate() {}

  /** Exits with 1 when something is broken, and 2 when it was asked for what it cannot do. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    return new CommandLine(new Simulate())
        .setParameterExceptionHandler(
            (wrong, given) -> {
              System.err.println("simulate: " + wrong.getMessage());
              System.err.println("try: infra/simulate --help");
              return 2;
            })
        .execute(arguments);
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
    if (mutantWorker) {
      MutantWorkers.work(OUT);
      return true;
    }
    if (mutant.isPresent()) {
      return isFound(named(mutant.get()));
    }
    if (seed.isPresent() || file.isPresent()) {
      return new RunReading().apply(RunReading.asked(drawn(), shrink)).isEmpty();
    }
    SeedCampaign hunt =
        new SeedCampaign(
            from.orElseGet(() -> System.currentTimeMillis() / 1_000 * 1_000_000),
            seeds.orElse(minutes.isPresent() ? Long.MAX_VALUE : SEEDS),
            minutes.map(TimeUnit.MINUTES::toMillis).orElse(Long.MAX_VALUE),
            cover,
            profile);
    return worker ? hunt.work(lanes, OUT) : hunt.lead(OUT);
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

  private Scenario drawn() throws IOException {
    return file.isPresent() ? scenario(file.get()) : Swarm.draw(seed.orElseThrow());
  }

  private boolean isFound(Mutant planted) throws IOException {
    if (retune) {
      return retuned(planted, Path.of(System.getProperty("quorate.root", ".")));
    }
    if (seed.isPresent()) {
      return !MutantCampaign.read(planted, RunReading.asked(drawn(), shrink)).isEmpty();
    }
    String found =
        file.isPresent()
            ? MutantCampaign.breaks(planted, scenario(file.get()).text())
            : MutantCampaign.find(
                planted, from.orElse(1L), seeds.orElse(MUTANT_SEEDS), profile.or(planted::profile));
    OUT.println(planted + ": " + (found.isEmpty() ? "NOT FOUND" : found));
    return !found.isEmpty();
  }

  private boolean retuned(Mutant planted, Path root) throws IOException {
    Golden golden =
        planted.golden().orElseThrow(() -> wrong("--retune: " + planted + " has no scenario"));
    Path of = root.resolve(GOLDEN).resolve(golden.scenario());
    Optional<Scenario> found =
        MutantCampaign.retuned(
            planted, scenario(of), seeds.orElse(MUTANT_SEEDS).intValue(), OUT::println);
    if (found.isPresent()) {
      String comments =
          Files.readAllLines(of).stream()
              .filter(line -> line.startsWith("#"))
              .map(line -> line + "\n")
              .collect(Collectors.joining());
      Files.writeString(of, comments + found.get().text());
    }
    OUT.println(of + ": " + (found.isPresent() ? "written" : "left as it was"));
    return found.isPresent();
  }
}
