package io.quorate.simulation.run;

import io.quorate.simulation.mutant.Mutant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A planted bug to be found.
 *
 * @param mutant the bug
 * @param scenario a file with the one scenario that finds it; none where seeds are to
 * @param from the first seed
 * @param seeds how many
 */
record MutantSearch(Mutant mutant, Optional<Path> scenario, long from, long seeds) {
  static MutantSearch bySeeds(Mutant mutant, long from, long seeds) {
    return new MutantSearch(mutant, Optional.empty(), from, seeds);
  }

  static MutantSearch inScenario(Mutant mutant, Path scenario) {
    return new MutantSearch(mutant, Optional.of(scenario), 0, 0);
  }

  /** Hunts here and now: how it is found; empty when it is not. */
  String run() throws IOException {
    return scenario.isPresent()
        ? MutantCampaign.breaks(mutant, Files.readString(scenario.get()))
        : MutantCampaign.find(mutant, from, seeds, mutant.profile());
  }

  /** For another process. */
  String line() {
    return mutant.name()
        + " "
        + scenario.map(file -> "scenario " + file.toAbsolutePath()).orElse(from + " " + seeds);
  }

  /** What another process was told. */
  static MutantSearch parse(String line) {
    String[] words = line.split(" ", 3);
    Mutant mutant = Mutant.named(words[0]);
    return words[1].equals("scenario")
        ? inScenario(mutant, Path.of(words[2]))
        : bySeeds(mutant, Long.parseLong(words[1]), Long.parseLong(words[2]));
  }
}
