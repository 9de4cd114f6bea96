package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoppingTest {
  private static final long GRACE = 20_000;

  private final List<String> told = new ArrayList<>();
  private final Stopping stopping = new Stopping();

  private final EtcdHost host =
      new EtcdHost() {
        @Override
        public Seen see() {
          return new Seen.None();
        }

        @Override
        public Optional<ProcessMark> adopt(String directory, Optional<ProcessMark> mark) {
          return Optional.empty();
        }

        @Override
        public ProcessMark start(Launch launch) {
          throw new AssertionError("started " + launch);
        }

        @Override
        public void terminate() {
          told.add("SIGTERM");
        }

        @Override
        public void kill() {
          told.add("SIGKILL");
        }
      };

  private void at(long... times) {
    for (long now : times) {
      stopping.advance(host, now, GRACE);
    }
  }

  @Test
  void itIsAskedOnceAndKilledWhenItsGraceIsOver() {
    at(1_000, 1_050, 21_000);
    assertThat(told).containsExactly("SIGTERM");
    at(21_001);
    assertThat(told).containsExactly("SIGTERM", "SIGKILL");
  }

  @Test
  void soonMeansThatItIsAskedAllTheSame() {
    stopping.soon();
    at(1_000, 1_100);
    assertThat(told).containsExactly("SIGTERM");
    at(1_101);
    assertThat(told).containsExactly("SIGTERM", "SIGKILL");
  }

  @Test
  void theNextStopHasItsWholeGrace() {
    stopping.soon();
    at(1_000);
    stopping.over();
    at(2_000, 3_000);
    assertThat(told).containsExactly("SIGTERM", "SIGTERM");
  }
}
