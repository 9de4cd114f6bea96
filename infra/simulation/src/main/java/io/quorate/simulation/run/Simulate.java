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
import java.util.Set;
import java.util.TreeMap;

/** The command behind infra/simulate. */
public final class Simulate {
  private static final PrintStream OUT = System.out;
  private static final long MUTANT_SEEDS = 500;
  private static final Set<String> ALONE = Set.of("--shrink", "--worker", "--cover");

  private final TreeMap<String, String> options = new TreeMap<>();

  private Simulate(String[] arguments) {
    for (int i = 0; i < arguments.length; i++) {
      boolean alone = ALONE.contains(arguments[i]);
      options.put(arguments[i], alone || i + 1 == arguments.length ? "" : arguments[++i]);
    }
  }

  /** Exits with 1 when something is broken. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.exit(new Simulate(arguments).run() ? 0 : 1);
  }

  private boolean run() throws IOException, InterruptedException {
    if (options.containsKey("--mutant")) {
      return mutant(Mutant.named(options.getOrDefault("--mutant", "")));
    }
    if (options.containsKey("--seed") || options.containsKey("--scenario")) {
      return one(scenario());
    }
    long from = number("--from", System.currentTimeMillis() / 1_000 * 1_000_000);
    long seeds = number("--seeds", options.containsKey("--minutes") ? Long.MAX_VALUE : 1_000);
    long millis = number("--minutes", 0) * 60_000;
    boolean cover = options.containsKey("--cover");
    Hunt hunt = new Hunt(from, seeds, millis == 0 ? Long.MAX_VALUE : millis, cover);
    return options.containsKey("--worker")
        ? hunt.work((int) number("--every", 1), OUT)
        : hunt.lead(OUT);
  }

  private boolean mutant(Mutant mutant) throws IOException {
    Path root = Path.of(System.getProperty("quorate.root", "."));
    String found =
        options.containsKey("--scenario")
            ? MutantHunt.breaks(mutant, root, scenario().text())
            : MutantHunt.find(mutant, root, number("--from", 1), number("--seeds", MUTANT_SEEDS));
    OUT.println(mutant + ": " + (found.isEmpty() ? "NOT FOUND" : found));
    return !found.isEmpty();
  }

  private long number(String option, long otherwise) {
    return Optional.ofNullable(options.get(option)).map(Long::parseLong).orElse(otherwise);
  }

  private Scenario scenario() throws IOException {
    String file = options.get("--scenario");
    return file == null
        ? Swarm.draw(number("--seed", 0))
        : Scenario.parse(Files.readString(Path.of(file)));
  }

  private boolean one(Scenario drawn) {
    Scenario scenario = drawn;
    if (options.containsKey("--shrink")) {
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
