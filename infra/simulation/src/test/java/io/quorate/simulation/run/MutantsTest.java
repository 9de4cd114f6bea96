package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each planted bug is found within so many seeds: the simulator can find bugs. Those of the golden
 * scenarios GoldenScenariosTest sees found.
 */
@Tag("long")
@EnabledIfSystemProperty(named = PlantedBugs.PROPERTY, matches = PlantedBugs.ALL)
class MutantsTest {
  @ParameterizedTest
  @MethodSource("io.quorate.simulation.run.PlantedBugs#hunted")
  void isFound(Mutant mutant) {
    assertThat(PlantedBugs.foundBySeeds(mutant))
        .as("%s was not found in %d seeds", mutant, PlantedBugs.SEEDS)
        .isNotEmpty();
  }
}
