package io.quorate.localcloud.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long a hook holds. */
class HookWaitTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static LifecycleHook hook(Duration heartbeat) {
    return new LifecycleHook(
        "hook",
        Transition.TERMINATING,
        heartbeat,
        HookResult.ABANDON,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void aHeartbeatHoldsForItsTimeOnly() {
    HookWait hold = HookWait.begin(hook(Duration.ofSeconds(30)), "token", NOW);
    assertThat(hold.over(NOW.plusSeconds(29))).isFalse();
    assertThat(hold.over(NOW.plusSeconds(30))).isTrue();
    assertThat(hold.heartbeat(NOW.plusSeconds(29)).over(NOW.plusSeconds(58))).isFalse();
  }

  @Test
  void noHeartbeatHoldsBeyondTheGlobalTimeout() {
    HookWait hold = HookWait.begin(hook(Duration.ofSeconds(30)), "token", NOW);
    Instant late = NOW.plusSeconds(2990);
    assertThat(hold.heartbeat(late).over(NOW.plusSeconds(2999))).isFalse();
    assertThat(hold.heartbeat(late).over(NOW.plusSeconds(3000))).isTrue();
    assertThat(hook(Duration.ofHours(2)).globalTimeout()).isEqualTo(Duration.ofDays(2));
  }
}
