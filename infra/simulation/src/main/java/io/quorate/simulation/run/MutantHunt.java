package io.quorate.simulation.run;

import io.quorate.simulation.faults.Swarm;
import io.quorate.simulation.mutant.Mutant;
import io.quorate.simulation.mutant.PlantedClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongFunction;

/** Looks in how many seeds a planted bug is found. */
public final class MutantHunt implements LongFunction<String> {
  /** Made by reflection, among the planted classes. */
  public MutantHunt() {}

  /** What breaks with this seed; empty when nothing does. */
  @Override
  public String apply(long seed) {
    return Simulation.run(Swarm.draw(seed), false).broken().map(Broken::toString).orElse("");
  }

  /** The first seed that finds it, and how; empty when none of so many does. */
  static String find(Mutant mutant, Path root, long from, long seeds) throws IOException {
    LongFunction<?> hunt = planted(mutant, root);
    for (long seed = from; seed < from + seeds; seed++) {
      String broken = String.valueOf(hunt.apply(seed));
      if (!broken.isEmpty()) {
        return "found by seed " + seed + ", run " + (seed - from + 1) + ": " + broken;
      }
    }
    return "";
  }

  private static LongFunction<?> planted(Mutant mutant, Path root) throws IOException {
    try {
      return Class.forName(MutantHunt.class.getName(), true, PlantedClasses.of(mutant, root))
          .asSubclass(LongFunction.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot load the classes anew for " + mutant, e);
    }
  }
}
