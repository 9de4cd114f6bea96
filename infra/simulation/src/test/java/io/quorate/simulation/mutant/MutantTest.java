package io.quorate.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The product still has the methods that a planted bug changes. */
class MutantTest {
  @ParameterizedTest
  @EnumSource
  void canBePlanted(Mutant mutant) throws IOException {
    assertThat(SwappedClasses.of(mutant)).isNotEmpty();
  }
}
