package io.quorate.controller.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.FleetView;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.FleetEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetBreakerTest {
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

    told(fleet, true, 4, 2);
    told(fleet, false, 4, 1);
  }

  @Test
  void aWindowIsFiveMinutesLongWithoutItsEnd() {
    List<FleetEntry> within =
        List.of(entry("a", false, NOW.minusSeconds(299)), entry("b", false, NOW));
    List<FleetEntry> apart =
        List.of(entry("a", false, NOW.minusSeconds(300)), entry("b", false, NOW));

    assertThat(FleetBreaker.observed(within, SELF, false, NOW).recentlyUnhealthy()).isEqualTo(2);
    assertThat(FleetBreaker.observed(apart, SELF, false, NOW).recentlyUnhealthy()).isEqualTo(1);
  }

  @Test
  void thoseThatTurnedTogetherCountWhileTheyAreStillUnhealthy() {
    Instant then = NOW.minusSeconds(800);
    List<FleetEntry> still =
        List.of(entry("a", false, then), entry("b", false, then), entry("c", false, then));
    List<FleetEntry> mended =
        List.of(entry("a", false, then), entry("b", true, NOW), entry("c", false, then));

    told(still, true, 4, 3);
    told(mended, true, 4, 2);
  }

  @Test
  void thoseThatBrokeOneAfterAnotherAreNoSuspicion() {
    List<FleetEntry> fleet =
        List.of(
            entry("a", false, NOW.minusSeconds(890)),
            entry("b", false, NOW.minusSeconds(580)),
            entry("c", true, NOW),
            entry("d", true, NOW));

    told(fleet, true, 5, 1);
  }

  @Test
  void nobodyCountsForLongerThanHeldSoThatRealLossesHeal() {
    Instant then = NOW.minus(FleetBreaker.HELD);
    List<FleetEntry> fleet =
        List.of(
            entry("a", false, then),
            entry("b", false, then),
            entry("c", false, then.plusSeconds(1)));

    told(fleet, false, 4, 1);
    assertThat(FleetBreaker.HELD).isLessThanOrEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void namesThoseThatTurnedTogetherAndWhenTheyStopCounting() {
    List<FleetEntry> fleet =
        List.of(
            entry("lone", false, NOW.minusSeconds(700)),
            entry("b", false, NOW.minusSeconds(90)),
            entry("a", false, NOW.minusSeconds(60)),
            entry("c", true, NOW));

    FleetView.Observed seen = FleetBreaker.observed(fleet, SELF, false, NOW);

    assertThat(seen.together()).containsExactly(new ClusterName("a"), new ClusterName("b"));
    assertThat(seen.until()).isEqualTo(NOW.minusSeconds(60).plus(FleetBreaker.HELD));
  }

  @Test
  void countsItselfOnceAndEvenUnlisted() {
    told(List.of(entry("self", false, NOW)), true, 1, 1);
    told(List.of(), true, 1, 1);
  }

  /** It keeps the breaker on longest. */
  @Test
  void ofEqualWindowsTheLatestIsTold() {
    List<FleetEntry> fleet =
        List.of(
            entry("a", false, NOW.minusSeconds(800)),
            entry("b", false, NOW.minusSeconds(790)),
            entry("c", false, NOW.minusSeconds(100)),
            entry("d", false, NOW.minusSeconds(90)));

    FleetView.Observed seen = FleetBreaker.observed(fleet, SELF, false, NOW);

    assertThat(seen.together()).containsExactly(new ClusterName("c"), new ClusterName("d"));
    assertThat(seen.until()).isEqualTo(NOW.minusSeconds(90).plus(FleetBreaker.HELD));
  }

  private static void told(
      List<FleetEntry> fleet, boolean selfUnsteady, int clusters, int together) {
    FleetView.Observed seen = FleetBreaker.observed(fleet, SELF, selfUnsteady, NOW);
    assertThat(seen.clusters()).isEqualTo(clusters);
    assertThat(seen.recentlyUnhealthy()).isEqualTo(together);
  }

  private static FleetEntry entry(String name, boolean healthy, Instant since) {
    return new FleetEntry(
        new ClusterName(name), new ClusterUid("uid-" + name), "group-" + name, healthy, since);
  }
}
