package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.faults.Swarm;
import io.quorate.simulation.schedule.Transcript;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same seed is the same run, to the last byte of its transcript. */
class ReplayTest {
  @ParameterizedTest
  @ValueSource(longs = {6, 13, 23})
  void theSameSeedGivesTheSameTranscript(long seed) {
    Result first = Simulation.run(Swarm.draw(seed), true);
    Result again = Simulation.run(Swarm.draw(seed), true);

    assertThat(again.transcript()).isEqualTo(first.transcript());
    assertThat(again.events()).isEqualTo(first.events());
  }

  @Test
  void anotherJvmGivesTheSameTranscript() throws IOException {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dslf4j.provider=org.slf4j.nop.NOPServiceProvider",
                "-cp",
                System.getProperty("java.class.path"),
                Simulate.class.getName(),
                "--seed",
                "6")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines;
    try (BufferedReader said = other.inputReader()) {
      lines = said.lines().toList();
    }

    List<String> transcript = Simulation.run(Swarm.draw(6), true).transcript();
    assertThat(lines).startsWith(Transcript.LEGEND);
    assertThat(lines.subList(1, lines.size())).startsWith(transcript.toArray(String[]::new));
  }

  @Test
  void theTranscriptChangesNothing() {
    Result read = Simulation.run(Swarm.draw(13), true);
    Result unread = Simulation.run(Swarm.draw(13), false);

    assertThat(unread.events()).isEqualTo(read.events());
    assertThat(unread.millis()).isEqualTo(read.millis());
  }

  @Test
  void aScenarioSurvivesItsText() {
    Scenario drawn = Swarm.draw(42);

    assertThat(Scenario.parse(drawn.text())).isEqualTo(drawn);
  }
}
