package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.mutant.Golden;
import io.quorate.simulation.mutant.Mutant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the simulator once found, each as the scenario that it was shrunk to: it must hold now, and
 * those that have a planted bug must break with it.
 */
class GoldenScenariosTest {
  static List<Path> scenarios() throws Exception {
    URI folder = GoldenScenariosTest.class.getResource("/scenarios").toURI();
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void holds(Path file) throws IOException {
    Result result = Simulation.run(Scenario.parse(Files.readString(file)), false);

    assertThat(result.broken()).as("infra/simulate --scenario " + file).isEmpty();
  }

  @Test
  void eachInvariantHasAPlantedBugWithAScenario() {
    assertThat(
            Arrays.stream(Mutant.values())
                .flatMap(mutant -> mutant.golden().stream())
                .map(golden -> golden.breaks().split(" ", 2)[0]))
        .as("plant a bug (mutant/Mutant) and shrink a scenario that it breaks")
        .containsAll(IntStream.rangeClosed(1, 11).mapToObj(id -> "I" + id).toList());
  }

  @ParameterizedTest
  @MethodSource("io.quorate.simulation.run.PlantedBugs#withGolden")
  @Tag("long")
  void breaksWithItsPlantedBug(Mutant mutant) {
    Golden golden = mutant.golden().orElseThrow();

    assertThat(PlantedBugs.breaksGolden(mutant))
        .as("infra/simulate --mutant %s --scenario %s", mutant, PlantedBugs.file(golden))
        .startsWith(golden.breaks() + ": ");
  }
}
