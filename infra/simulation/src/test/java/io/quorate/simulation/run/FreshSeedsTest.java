package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.faults.Swarm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** A few seeds of every build; infra/simulate runs many, and SeedCampaignTest the same and more. */
@DisabledIfSystemProperty(
    named = "quorate.hunt.seeds",
    matches = "[0-9]+",
    disabledReason = "SeedCampaignTest runs these seeds, too")
class FreshSeedsTest {
  private static final long SEEDS = 60;

  @Test
  void nothingBreaks() {
    Report report = new Report();
    long recovered = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Result result = Simulation.run(Swarm.draw(seed), false);
      assertThat(result.broken()).as("infra/simulate --seed " + seed).isEmpty();
      report.add(result);
      recovered += result.coverage().fromSnapshots() + result.coverage().throughFences();
    }
    assertThat(report.broken()).isZero();
    assertThat(recovered).as("lost clusters that serve again").isPositive();
  }
}
