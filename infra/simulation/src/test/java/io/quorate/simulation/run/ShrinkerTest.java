package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.faults.Swarm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  private static final Duration TWO_MINUTES = Duration.ofMinutes(2);

  private final List<String> told = new ArrayList<>();
  private long now;

  @Test
  void keepsOnlyWhatTheFailureNeedsAndTellsHowFarItIs() {
    Scenario shrunk = shrink(faults(40), Duration.ofMillis(300));

    assertThat(shrunk.faults()).hasSize(1);
    assertThat(shrunk.faults().getFirst().at()).isEqualTo(17_000);
    assertThat(told)
        .hasSizeGreaterThan(2)
        .allMatch(
            line ->
                line.matches(
                    "shrinking: .*, at most [0-9]+ runs or [0-9]+ s left; the best has [0-9]+"
                        + " faults, [0-9]+ knobs, [0-9]+ s"));
    assertThat(told.getLast()).startsWith("shrinking: done");
  }

  @Test
  void endsInTimeWithTheBestSoFarHoweverLongARunTakes() {
    Scenario shrunk = shrink(faults(40), Duration.ofSeconds(25));

    assertThat(Duration.ofNanos(now)).isLessThanOrEqualTo(TWO_MINUTES);
    assertThat(shrunk.faults()).hasSizeBetween(2, 39).anyMatch(fault -> fault.at() == 17_000);
    assertThat(told.getLast()).startsWith("shrinking: out of time");
  }

  private Scenario shrink(Scenario failing, Duration run) {
    return new Shrinker(
            failing,
            new Broken("I9", "it"),
            candidate -> {
              now += run.toNanos();
              return candidate.faults().stream().anyMatch(fault -> fault.at() == 17_000)
                  ? Optional.of(new Broken("I9", "it"))
                  : Optional.empty();
            },
            new Shrinker.Budget(() -> now, TWO_MINUTES.toNanos()),
            told::add)
        .shrink();
  }

  private static Scenario faults(int many) {
    List<Fault> faults = new ArrayList<>();
    for (int n = 0; n < many; n++) {
      faults.add(new Fault(n * 1_000L, FaultKind.HANG_MACHINE, 0, 0));
    }
    return Swarm.draw(1).with(faults);
  }
}
