package io.quorate.simulation.run;

import io.quorate.simulation.mutant.Golden;
import io.quorate.simulation.mutant.Mutant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The planted bugs of this run, searched for together on all cores from the first question on. By
 * default one bug with a golden scenario for each broken invariant; with {@code
 * -Dquorate.planted=all} every bug, also those that only seeds find, which takes long.
 */
final class PlantedBugs {
  static final long SEEDS = 1000;
  private static final long FIRST_SEED = 1;
  static final String PROPERTY = "quorate.planted";
  static final String ALL = "all";

  private static final class All {
    static final MutantWorkers WORKERS = start();

    private static MutantWorkers start() {
      List<MutantSearch> searches = new ArrayList<>();
      System.out.println(
          "planted bugs: %s and %s".formatted(hunted().toList(), withGolden().toList()));
      // What takes longest first, so that no core is left alone with it at the end.
      hunted().map(PlantedBugs::bySeeds).forEach(searches::add);
      withGolden().map(PlantedBugs::inScenario).forEach(searches::add);
      try {
        return MutantWorkers.start(Workers.cores(), searches);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private PlantedBugs() {}

  /** The bugs that break a golden scenario: all, or the first of each invariant, such as I2. */
  static Stream<Mutant> withGolden() {
    Set<String> invariants = new HashSet<>();
    return Arrays.stream(Mutant.values())
        .filter(mutant -> mutant.golden().isPresent())
        .filter(mutant -> all() || invariants.add(invariant(mutant)));
  }

  private static String invariant(Mutant mutant) {
    return mutant.golden().orElseThrow().breaks().split(" ", 2)[0];
  }

  /** The bugs without a golden scenario, which seeds have to find; none by default. */
  static Stream<Mutant> hunted() {
    return Arrays.stream(Mutant.values()).filter(mutant -> all() && mutant.golden().isEmpty());
  }

  private static boolean all() {
    return ALL.equals(System.getProperty(PROPERTY));
  }

  /** How seeds find it; empty when they do not. */
  static String foundBySeeds(Mutant mutant) {
    return All.WORKERS.found(bySeeds(mutant));
  }

  /** What it breaks in its golden scenario; empty when nothing. */
  static String breaksGolden(Mutant mutant) {
    return All.WORKERS.found(inScenario(mutant));
  }

  static Path file(Golden golden) {
    try {
      return Path.of(PlantedBugs.class.getResource("/scenarios/" + golden.scenario()).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MutantSearch bySeeds(Mutant mutant) {
    return MutantSearch.bySeeds(mutant, FIRST_SEED, SEEDS);
  }

  private static MutantSearch inScenario(Mutant mutant) {
    return MutantSearch.inScenario(mutant, file(mutant.golden().orElseThrow()));
  }
}
