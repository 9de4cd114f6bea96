package io.quorate.simulation.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FleetTest {
  @Test
  void aLargeFleetCostsAClusterWhatASmallOneDoes() {
    FleetRun.Round small = new FleetRun(20).atRest();
    FleetRun.Round large = new FleetRun(250).atRest();

    assertThat(small.requests()).isBetween(5.0, 5.1); // The list of the clusters besides.
    assertThat(large.requests()).isBetween(5.0, 5.1);
    assertThat(large.skipped()).isZero();
  }

  @Test
  void everyClusterThatLostAZoneIsToldToRemoveItsMember() {
    FleetRun run = new FleetRun(210);
    FleetRun.Round rest = run.atRest();
    FleetRun.Outage outage = run.zone();

    assertThat(outage.unsteady()).isEqualTo(70);
    assertThat(outage.toldAfter()).isPresent();
    assertThat(outage.worst().requests()).isLessThan(rest.requests() * 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--clusters 0", "--clusters 20001", "--clusters many", "--x"})
  void wrongOptionsAreRefusedAndNothingRuns(String options) {
    assertThat(Fleet.run(options.split(" "))).isEqualTo(2);
  }
}
