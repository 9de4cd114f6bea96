package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.mutant.Mutant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each planted bug is found within so many seeds: the simulator can find bugs. */
@Tag("long")
class MutantsTest {
  private static final Path ROOT = Path.of("../..");
  private static final long FIRST_SEED = 1;
  private static final long SEEDS = 500;

  /** All but those of the golden scenarios, which GoldenScenariosTest sees found. */
  static Stream<Mutant> huntedBySeeds() {
    return Mutant.all().stream().filter(mutant -> mutant.golden().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("huntedBySeeds")
  void isFound(Mutant mutant) throws IOException {
    String found = MutantHunt.find(mutant, ROOT, FIRST_SEED, SEEDS);

    assertThat(found).as("%s was not found in %d seeds", mutant, SEEDS).isNotEmpty();
  }
}
