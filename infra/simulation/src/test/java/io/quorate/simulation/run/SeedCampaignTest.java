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

/** Fresh seeds: infra/test --all names them by the commit, so that each commit runs others. */
@Tag("long")
class SeedCampaignTest {
  @Test
  @EnabledIfSystemProperty(named = "quorate.hunt.from", matches = "[0-9]+")
  void freshSeedsHoldAndReachEverything() throws Exception {
    long from = Long.getLong("quorate.hunt.from");
    long minutes = Long.getLong("quorate.hunt.minutes", 4);
    System.out.println("infra/simulate --from " + from + " --minutes " + minutes + " --cover");
    ByteArrayOutputStream said = new ByteArrayOutputStream();

    boolean well =
        new SeedCampaign(
                from, Long.MAX_VALUE, TimeUnit.MINUTES.toMillis(minutes), true, Optional.empty())
            .lead(new PrintStream(said, true, StandardCharsets.UTF_8));

    String report = said.toString(StandardCharsets.UTF_8);
    System.out.print(report);
    assertThat(well).as(whatFailed(from, report)).isTrue();
  }

  /** In the failure itself, for a report may show no more of the output than that. */
  private static String whatFailed(long from, String report) {
    return report
        .lines()
        .filter(line -> line.matches("(broken \\d|.*not reached|going on|Exception|.*Error).*"))
        .collect(Collectors.joining("\n", "seeds from " + from + ":\n", "\n"));
  }
}
