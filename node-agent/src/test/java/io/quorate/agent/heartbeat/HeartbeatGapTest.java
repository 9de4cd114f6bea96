package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A heartbeat that comes as seldom as the spec says is no gap; one before silence is. */
class HeartbeatGapTest {
  private final HeartbeatGap gap = new HeartbeatGap();

  @ParameterizedTest
  @CsvSource({"5000, 10000", "20000, 30000", "30000, 45000"})
  void isHalfAsMuchAgainAsTheSteadyIntervalAndAtLeastTenSeconds(long steady, long late) {
    gap.written(1_000, Instant.ofEpochMilli(1_000));
    assertThat(gap.at(1_000 + steady, Instant.ofEpochMilli(1_000 + steady), steady)).isEmpty();
    assertThat(gap.at(1_000 + late, Instant.ofEpochMilli(1_000 + late), steady)).isEmpty();
    assertThat(gap.at(1_001 + late, Instant.ofEpochMilli(1_000), steady)).isPresent();
    assertThat(gap.at(1_000, Instant.ofEpochMilli(1_001 + late), steady)).isPresent();
  }

  @Test
  void beforeTheFirstHeartbeatThereIsNone() {
    assertThat(gap.at(1_000_000, Instant.EPOCH, 5_000)).isEmpty();
  }
}
