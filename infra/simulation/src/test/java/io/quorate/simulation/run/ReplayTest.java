package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.faults.Swarm;
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
