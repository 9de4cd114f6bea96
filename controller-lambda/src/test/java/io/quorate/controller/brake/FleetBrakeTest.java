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
  void countsThoseThatTurnedWithinOneWindowAndItself() {
    List<FleetEntry> fleet =
        List.of(
            entry("self", true, NOW.minusSeconds(9000)),
            entry("fresh", false, NOW.minusSeconds(299)),
            entry("old", false, NOW.minusSeconds(600)),
            entry("well", true, NOW.minusSeconds(1)));

    assertThat(FleetBrake.observed(fleet, SELF, true, NOW)).isEqualTo(new FleetView.Observed(4, 2));
    assertThat(FleetBrake.observed(fleet, SELF, false, NOW))
        .isEqualTo(new FleetView.Observed(4, 1));
  }

  @Test
  void aWindowIsFiveMinutesLongWithoutItsEnd() {
    List<FleetEntry> within =
        List.of(entry("a", false, NOW.minusSeconds(299)), entry("b", false, NOW));
    List<FleetEntry> apart =
        List.of(entry("a", false, NOW.minusSeconds(300)), entry("b", false, NOW));

    assertThat(FleetBrake.observed(within, SELF, false, NOW).recentlyUnhealthy()).isEqualTo(2);
    assertThat(FleetBrake.observed(apart, SELF, false, NOW).recentlyUnhealthy()).isEqualTo(1);
  }

  @Test
  void thoseThatTurnedTogetherCountWhileTheyAreStillUnhealthy() {
    Instant then = NOW.minusSeconds(1800);
    List<FleetEntry> still =
        List.of(entry("a", false, then), entry("b", false, then), entry("c", false, then));
    List<FleetEntry> mended =
        List.of(entry("a", false, then), entry("b", true, NOW), entry("c", false, then));

    assertThat(FleetBrake.observed(still, SELF, true, NOW)).isEqualTo(new FleetView.Observed(4, 3));
    assertThat(FleetBrake.observed(mended, SELF, true, NOW))
        .isEqualTo(new FleetView.Observed(4, 2));
  }

  @Test
  void thoseThatBrokeOneAfterAnotherAreNoSuspicion() {
    List<FleetEntry> fleet =
        List.of(
            entry("a", false, NOW.minusSeconds(2400)),
            entry("b", false, NOW.minusSeconds(1800)),
            entry("c", false, NOW.minusSeconds(1200)),
            entry("d", false, NOW.minusSeconds(600)));

    assertThat(FleetBrake.observed(fleet, SELF, true, NOW)).isEqualTo(new FleetView.Observed(5, 1));
  }

  @Test
  void nobodyCountsForLongerThanAnHourSoThatRealLossesHeal() {
    List<FleetEntry> fleet =
        List.of(
            entry("a", false, NOW.minusSeconds(3600)),
            entry("b", false, NOW.minusSeconds(3600)),
            entry("c", false, NOW.minusSeconds(3599)));

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
