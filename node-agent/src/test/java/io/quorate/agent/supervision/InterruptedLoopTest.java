package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A loop of the agent that somebody interrupts: without it the agent must not seem to work on. */
class InterruptedLoopTest {
  @ParameterizedTest
  @ValueSource(strings = {"agent-etcd", "agent-steps", "agent-heartbeat"})
  @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void failsTheAgent(String loop) {
    assertThatThrownBy(() -> new OneNode().agent(() -> interrupting(loop)).run())
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(InterruptedException.class);
  }

  private static long interrupting(String loop) {
    if (Thread.currentThread().getName().equals(loop)) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }
}
