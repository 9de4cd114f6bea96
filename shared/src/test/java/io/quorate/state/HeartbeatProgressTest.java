package io.quorate.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HeartbeatProgressTest {
  private static final AgentIncarnation BOOT = new AgentIncarnation("disk", 1, "boot");
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final HeartbeatProgress first = HeartbeatProgress.first(BOOT, 7, a(0));

  @Test
  void theTimeBetweenTwoLooksByOneClockCounts() {
    HeartbeatProgress third = look(look(first, a(20)), a(25));

    assertThat(third.still()).isEqualTo(Duration.ofSeconds(25));
    assertThat(third.turns()).isEqualTo(2);
    assertThat(third.since()).isEqualTo(START);
  }

  @Test
  void aNewSequenceOrBootBeginsAnew() {
    assertThat(first.then(BOOT, 8, a(20))).isEqualTo(HeartbeatProgress.first(BOOT, 8, a(20)));
    AgentIncarnation other = new AgentIncarnation("disk", 2, "other");
    assertThat(first.then(other, 7, a(20))).isEqualTo(HeartbeatProgress.first(other, 7, a(20)));
  }

  @Test
  void aClockThatIsAheadProvesNothing() {
    HeartbeatProgress byOneAhead = look(first, b(200));

    assertThat(byOneAhead.still()).isZero();
    assertThat(look(look(byOneAhead, a(2)), b(203)).still()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void whatOneControllerSawStandStillStaysSoForTheNext() {
    HeartbeatProgress seen = look(look(first, a(30)), b(-200));

    assertThat(seen.still()).isEqualTo(Duration.ofSeconds(30));
    assertThat(look(seen, b(-190)).still()).isEqualTo(Duration.ofSeconds(30));
    assertThat(look(seen, b(-165)).still()).isEqualTo(Duration.ofSeconds(35));
  }

  @Test
  void whereEachTurnHasAnotherClockTimeCountsBeyondWhatClocksMayDiffer() {
    Duration apart = ClockReading.CLOCKS_APART;
    HeartbeatProgress seen = first;
    for (int n = 1; n <= 40; n++) {
      seen = look(seen, new ClockReading("clock-" + n, START.plusSeconds(10L * n)));
    }

    assertThat(seen.still()).isEqualTo(Duration.ofSeconds(400).minus(apart));
    assertThat(seen.clocks()).as("bounded").hasSize(8).containsKey("clock-40");
  }

  @Test
  void afterAJumpBackADeadNodeDoesNotSeemFreshForAsLong() {
    HeartbeatProgress back = look(first, a(-3_600));

    assertThat(look(back, a(-3_590)).still()).isEqualTo(Duration.ofSeconds(10));
  }

  private static HeartbeatProgress look(HeartbeatProgress before, ClockReading now) {
    return before.then(BOOT, 7, now);
  }

  private static ClockReading a(long seconds) {
    return new ClockReading("a", START.plusSeconds(seconds));
  }

  private static ClockReading b(long seconds) {
    return new ClockReading("b", START.plusSeconds(seconds));
  }
}
