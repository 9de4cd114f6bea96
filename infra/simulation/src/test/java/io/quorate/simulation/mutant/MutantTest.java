package io.quorate.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The production sources still have what a planted bug changes. */
class MutantTest {
  private static final Path ROOT = Path.of("../..");

  @ParameterizedTest
  @EnumSource
  void canBePlanted(Mutant mutant) throws IOException {
    assertThat(mutant.plantedIn(ROOT)).isNotEmpty();
  }
}
