package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.MemberId;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RaftEarTest {
  private static final MemberId LIVES = new MemberId(1);
  private static final MemberId HANGS = new MemberId(2);

  private final RaftEar ear = new RaftEar();

  private static long at(long seconds) {
    return Duration.ofSeconds(seconds).toMillis();
  }

  @Test
  void whoeverSendsNothingMoreIsNotHeard() {
    ear.hear(Map.of(LIVES, 10L, HANGS, 10L), at(0));
    ear.hear(Map.of(LIVES, 20L, HANGS, 10L), at(3));

    assertThat(ear.hear(Map.of(LIVES, 30L, HANGS, 10L), at(6)))
        .hasValueSatisfying(heard -> assertThat(heard).containsExactly(LIVES));
  }

  @Test
  void oneSampleOrAnOldOneSaysNothing() {
    assertThat(ear.hear(Map.of(HANGS, 10L), at(0))).isEmpty();
    assertThat(ear.hear(Map.of(HANGS, 10L), at(1))).isEmpty();
    assertThat(ear.hear(Map.of(HANGS, 10L), at(100))).isEmpty();
  }
}
