package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The seeds that infra/test names: with --all the first ones, the same for each commit, and with
 * --everything so many minutes of others for each commit. Without either a few, which cannot reach
 * everything.
 */
class SeedCampaignTest {
  private static final long FEW = 60;

  @Test
  void seedsHoldAndReachEverything() throws Exception {
    long from = Long.getLong("quorate.hunt.from", 1);
    Optional<Long> minutes = Optional.ofNullable(Long.getLong("quorate.hunt.minutes"));
    boolean many = minutes.isPresent() || Long.getLong("quorate.hunt.seeds") != null;
    long seeds = Long.getLong("quorate.hunt.seeds", many ? Long.MAX_VALUE : FEW);
    System.out.println(
        "infra/simulate "
            + (many ? "--cover " : "")
            + "--from "
            + from
            + minutes.map(m -> " --minutes " + m).orElse(" --seeds " + seeds));
    ByteArrayOutputStream said = new ByteArrayOutputStream();

    boolean well =
        new SeedCampaign(
                from,
                seeds,
                minutes.map(TimeUnit.MINUTES::toMillis).orElse(Long.MAX_VALUE),
                many,
                Optional.empty())
            .lead(new PrintStream(said, true, StandardCharsets.UTF_8));

    String report = said.toString(StandardCharsets.UTF_8);
    System.out.print(report);
    assertThat(well).as(whatFailed(from, report)).isTrue();
    assertThat(report)
        .as("lost clusters that serve again")
        .containsPattern("[1-9]\\d*  recoveries that serve ");
    assertThat(report)
        .as("the workers' output: to write what the product logs takes as long as the runs")
        .doesNotContain(" INFO ", " WARN ", " ERROR ");
  }

  /** In the failure itself, for a report may show no more of the output than that. */
  private static String whatFailed(long from, String report) {
    return report
        .lines()
        .filter(line -> line.matches("(broken \\d|\\s*nothing  |going on|Exception|.*Error).*"))
        .collect(Collectors.joining("\n", "seeds from " + from + ":\n", "\n"));
  }
}
