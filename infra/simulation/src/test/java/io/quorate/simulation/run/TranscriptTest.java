package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.faults.Swarm;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run's transcript is short enough to read, and has one notation for times. */
class TranscriptTest {
  private static final int LONGEST_LINE = 6_000;

  @Test
  void rowsAreDifferencesAndTimesAreSecondsOfTheRun() {
    List<String> lines = Simulation.run(Swarm.draw(1), true).transcript();

    assertThat(lines).isNotEmpty().allMatch(line -> line.matches(" *@[0-9]+[.][0-9]{3}  .*"));
    assertThat(lines)
        .noneMatch(line -> line.contains("Item[") || line.contains("attributes="))
        .noneMatch(line -> line.matches(".*20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T.*"))
        .noneMatch(line -> line.matches(".*\\bPT[0-9].*"))
        .allMatch(line -> line.length() <= LONGEST_LINE);
    assertThat(lines.stream().mapToLong(String::length).average().orElse(0)).isLessThan(300);
  }
}
