package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Fresh seeds: infra/test --all names them by the commit, so that each commit runs others. */
@Tag("long")
class HuntTest {
  @Test
  @EnabledIfSystemProperty(named = "quorate.hunt.from", matches = "[0-9]+")
  void freshSeedsHoldAndReachEverything() throws Exception {
    long from = Long.getLong("quorate.hunt.from");
    long minutes = Long.getLong("quorate.hunt.minutes", 4);
    System.out.println("infra/simulate --from " + from + " --minutes " + minutes + " --cover");

    assertThat(
            new Hunt(from, Long.MAX_VALUE, TimeUnit.MINUTES.toMillis(minutes), true)
                .lead(System.out))
        .as("what was broken or not reached is printed above")
        .isTrue();
  }
}
