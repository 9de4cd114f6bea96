package io.quorate.simulation.run;

import io.quorate.simulation.faults.Profile;
import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.faults.Swarm;
import io.quorate.simulation.mutant.Mutant;
import io.quorate.simulation.mutant.Planted;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Looks in how many seeds a planted bug is found. */
public final class MutantCampaign implements UnaryOperator<String> {
  /** Made by reflection, among the planted classes. */
  public MutantCampaign() {}

  /** What breaks in this scenario, or with this seed; empty when nothing does. */
  @Override
  public String apply(String scenario) {
    Scenario asked =
        scenario.contains("\n") ? Scenario.parse(scenario) : Swarm.draw(Long.parseLong(scenario));
    return Simulation.run(asked, false).broken().map(Broken::toString).orElse("");
  }

  /** What a planted bug breaks in a scenario; empty when nothing. */
  static String breaks(Mutant mutant, String scenario) throws IOException {
    try (Planted planted = Planted.plant(mutant, MutantCampaign.class)) {
      return planted.hunt().apply(scenario);
    }
  }

  /** The first seed that finds it, and how; empty when none of so many does. */
  static String find(Mutant mutant, long from, long seeds, Optional<Profile> profile)
      throws IOException {
    try (Planted planted = Planted.plant(mutant, MutantCampaign.class)) {
      for (long seed = from; seed < from + seeds; seed++) {
        Profile drawn = Profile.of(seed);
        if (profile.filter(only -> only != drawn).isPresent()) {
          continue;
        }
        String broken = planted.hunt().apply(Long.toString(seed));
        if (!broken.isEmpty()) {
          return "found by seed " + seed + ", run " + (seed - from + 1) + ": " + broken;
        }
      }
      return "";
    }
  }

  /** One run with a planted bug, for a person to read; what it breaks. */
  static String read(Mutant mutant, String asked) throws IOException {
    try (Planted planted = Planted.plant(mutant, RunReading.class)) {
      return planted.hunt().apply(asked);
    }
  }

  /** A golden scenario that its bug breaks, and nothing else; found within so many tries. */
  static Optional<Scenario> retuned(
      Mutant mutant, Scenario golden, int tries, Consumer<String> progress) throws IOException {
    try (Planted planted = Planted.plant(mutant, MutantCampaign.class)) {
      return new Retuning(
              scenario -> planted.hunt().apply(scenario.text()),
              scenario -> new MutantCampaign().apply(scenario.text()),
              mutant.golden().orElseThrow().breaks(),
              progress)
          .find(golden, tries);
    }
  }
}
