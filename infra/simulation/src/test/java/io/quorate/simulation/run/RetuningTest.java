package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.faults.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A golden scenario whose fault comes too late is moved to where its bug breaks it again. */
class RetuningTest {
  private static final String BROKEN = "I9 CONVERGES: stays";
  private static final Scenario GOLDEN =
      new Scenario(7, 60_000, Map.of(), List.of(new Fault(20_000, FaultKind.WIPE, 1, 0)));

  private final List<String> told = new ArrayList<>();

  private static boolean within(Scenario scenario, long from, long to) {
    long at = scenario.faults().getFirst().at();
    return from <= at && at <= to;
  }

  @Test
  void findsAMomentWhoseNeighboursBreakTooAndThatHoldsWithoutTheBug() {
    Retuning retuning =
        new Retuning(
            scenario -> within(scenario, 17_000, 19_000) ? BROKEN : "",
            scenario -> within(scenario, 0, 17_200) ? "I2 QUORUM_KEPT: broken" : "",
            "I9 CONVERGES",
            told::add);

    assertThat(retuning.find(GOLDEN, 400))
        .hasValueSatisfying(found -> assertThat(within(found, 17_201, 19_000)).isTrue());
    assertThat(told.getLast()).contains("neighbours break too");
  }

  @Test
  void anotherInvariantIsNoFind() {
    Retuning retuning =
        new Retuning(
            scenario -> "I2 QUORUM_KEPT: broken", scenario -> "", "I9 CONVERGES", told::add);

    assertThat(retuning.find(GOLDEN, 60)).isEmpty();
    assertThat(told).containsExactly("50 of 60 tried; best: none", "none");
  }
}
