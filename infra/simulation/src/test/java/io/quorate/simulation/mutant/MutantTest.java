package io.quorate.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The production sources still have what a planted bug changes. */
class MutantTest {
  private static final Path ROOT = Path.of("../..");

  @ParameterizedTest
  @MethodSource("io.quorate.simulation.mutant.Mutant#all")
  void canBePlanted(Mutant mutant) throws IOException {
    assertThat(mutant.plantedIn(ROOT)).isNotEmpty();
  }
}
