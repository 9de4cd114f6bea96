package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.MemberId;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PeerSilenceTimerTest {
  private static final MemberId QUIET = new MemberId(1);
  private static final Set<MemberId> LISTED = Set.of(QUIET, new MemberId(2));

  private final PeerSilenceTimer silence = new PeerSilenceTimer();

  private long quietAt(long millis) {
    silence.looked(LISTED, Set.of(), millis);
    return silence.of(QUIET);
  }

  @Test
  void lastsFromTheFirstLookOrTheLastSignOfLife() {
    assertThat(quietAt(50_000)).isZero();
    assertThat(quietAt(51_000)).isEqualTo(1_000);
    assertThat(quietAt(52_500)).isEqualTo(2_500);
    silence.looked(LISTED, Set.of(QUIET), 53_000);
    assertThat(silence.of(QUIET)).isZero();
    assertThat(quietAt(54_000)).isEqualTo(1_000);
  }

  @Test
  void whatNobodyLookedAtIsNoSilence() {
    quietAt(0);
    assertThat(quietAt(3_600_000)).as("the agent was stopped for an hour").isEqualTo(5_000);
  }

  @Test
  void aMemberThatLeftIsForgotten() {
    quietAt(0);
    quietAt(1_000);
    silence.looked(Set.of(), Set.of(), 2_000);
    assertThat(silence.of(QUIET)).isZero();
    assertThat(quietAt(3_000)).isZero();
  }
}
