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

/** Schedules in which a judge once blamed the product wrongly, each shrunk: it must hold. */
class BlamelessSchedulesTest {
  static List<Path> schedules() throws Exception {
    URI folder = BlamelessSchedulesTest.class.getResource("/blameless").toURI();
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void holds(Path file) throws IOException {
    Result result = Simulation.run(Scenario.parse(Files.readString(file)), false);

    assertThat(result.broken()).as("infra/simulate --scenario " + file).isEmpty();
  }
}
