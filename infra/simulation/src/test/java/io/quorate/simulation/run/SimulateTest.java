package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--mutant NOBODY",
        "--seed abc",
        "--seedz 3",
        "--seeds 0",
        "--minutes -1",
        "--scenario no/such/file",
        "--scenario pom.xml",
        "--mutant SKIP_TOKEN_CHECK --scenario no/such/file"
      })
  void wrongOptionsAreRefusedAndNothingRuns(String options) {
    assertThat(Simulate.run(options.split(" "))).isEqualTo(2);
  }
}
