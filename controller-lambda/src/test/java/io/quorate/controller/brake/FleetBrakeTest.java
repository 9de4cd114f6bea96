package io.quorate.controller.brake;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.FleetView;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.FleetEntry;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetBrakeTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final ClusterName SELF = new ClusterName("self");

  @Test
  void countsThoseThatTurnedWithinTheWindowAndItself() {
    List<FleetEntry> fleet =
        List.of(
            entry("self", true, NOW.minusSeconds(9000)),
            entry("fresh", false, NOW.minusSeconds(299)),
            entry("old", false, NOW.minusSeconds(300)),
            entry("well", true, NOW.minusSeconds(1)));

    assertThat(FleetBrake.observed(fleet, SELF, true, NOW)).isEqualTo(new FleetView.Observed(4, 2));
    assertThat(FleetBrake.observed(fleet, SELF, false, NOW))
        .isEqualTo(new FleetView.Observed(4, 1));
  }

  @Test
  void countsItselfOnceAndEvenUnlisted() {
    assertThat(FleetBrake.observed(List.of(entry("self", false, NOW)), SELF, true, NOW))
        .isEqualTo(new FleetView.Observed(1, 1));
    assertThat(FleetBrake.observed(List.of(), SELF, true, NOW))
        .isEqualTo(new FleetView.Observed(1, 1));
  }

  private static FleetEntry entry(String name, boolean healthy, Instant since) {
    return new FleetEntry(
        new ClusterName(name), new ClusterUid("uid-" + name), "group-" + name, healthy, since);
  }
}
