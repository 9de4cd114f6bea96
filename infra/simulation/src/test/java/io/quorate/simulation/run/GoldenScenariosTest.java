package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.faults.Scenario;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the simulator once found, each as the scenario that it was shrunk to: it must hold now. */
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
}
