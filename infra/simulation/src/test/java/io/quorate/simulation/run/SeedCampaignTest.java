package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The seeds that infra/test names: with --all the first ones, the same for each commit, and with
 * --everything so many minutes of others for each commit.
 */
@Tag("long")
class SeedCampaignTest {
  @Test
  @EnabledIfSystemProperty(named = "quorate.hunt.from", matches = "[0-9]+")
  void seedsHoldAndReachEverything() throws Exception {
    long from = Long.getLong("quorate.hunt.from");
    long seeds = Long.getLong("quorate.hunt.seeds", Long.MAX_VALUE);
    Optional<Long> minutes = Optional.ofNullable(Long.getLong("quorate.hunt.minutes"));
    System.out.println(
        "infra/simulate --cover --from "
            + from
            + minutes.map(m -> " --minutes " + m).orElse(" --seeds " + seeds));
    ByteArrayOutputStream said = new ByteArrayOutputStream();

    boolean well =
        new SeedCampaign(
                from,
                seeds,
                minutes.map(TimeUnit.MINUTES::toMillis).orElse(Long.MAX_VALUE),
                true,
                Optional.empty())
            .lead(new PrintStream(said, true, StandardCharsets.UTF_8));

    String report = said.toString(StandardCharsets.UTF_8);
    System.out.print(report);
    assertThat(well).as(whatFailed(from, report)).isTrue();
  }

  /** In the failure itself, for a report may show no more of the output than that. */
  private static String whatFailed(long from, String report) {
    return report
        .lines()
        .filter(line -> line.matches("(broken \\d|\\s*nothing  |going on|Exception|.*Error).*"))
        .collect(Collectors.joining("\n", "seeds from " + from + ":\n", "\n"));
  }
}
