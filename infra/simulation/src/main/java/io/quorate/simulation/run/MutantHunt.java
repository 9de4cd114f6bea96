package io.quorate.simulation.run;

import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.faults.Swarm;
import io.quorate.simulation.mutant.Mutant;
import io.quorate.simulation.mutant.PlantedClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** Looks in how many seeds a planted bug is found. */
public final class MutantHunt implements UnaryOperator<String> {
  /** Made by reflection, among the planted classes. */
  public MutantHunt() {}

  /** What breaks in this scenario, or with this seed; empty when nothing does. */
  @Override
  public String apply(String scenario) {
    Scenario asked =
        scenario.contains("\n") ? Scenario.parse(scenario) : Swarm.draw(Long.parseLong(scenario));
    return Simulation.run(asked, false).broken().map(Broken::toString).orElse("");
  }

  /** What a planted bug breaks in a scenario; empty when nothing. */
  static String breaks(Mutant mutant, Path root, String scenario) throws IOException {
    return planted(mutant, root).apply(scenario);
  }

  /** The first seed that finds it, and how; empty when none of so many does. */
  static String find(Mutant mutant, Path root, long from, long seeds) throws IOException {
    UnaryOperator<String> hunt = planted(mutant, root);
    for (long seed = from; seed < from + seeds; seed++) {
      String broken = hunt.apply(Long.toString(seed));
      if (!broken.isEmpty()) {
        return "found by seed " + seed + ", run " + (seed - from + 1) + ": " + broken;
      }
    }
    return "";
  }

  @SuppressWarnings("unchecked") // Loaded anew, this very class.
  private static UnaryOperator<String> planted(Mutant mutant, Path root) throws IOException {
    try {
      return Class.forName(MutantHunt.class.getName(), true, PlantedClasses.of(mutant, root))
          .asSubclass(UnaryOperator.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot load the classes anew for " + mutant, e);
    }
  }
}
