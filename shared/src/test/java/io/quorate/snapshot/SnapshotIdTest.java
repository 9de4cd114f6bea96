package io.quorate.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quorate.model.Generation;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotIdTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "20261301T000000Z-g1-0000",
        "20260001T000000Z-g1-0000",
        "20260230T000000Z-g1-0000",
        "20270229T000000Z-g1-0000",
        "20260102T240000Z-g1-0000",
        "20260102T036100Z-g1-0000",
        "20260102T030460Z-g1-0000",
        "20260102T030405Z-g01-0000",
        "20260102T030405Z-g1-0A00",
        "20260102T030405Z-g1-0000 "
      })
  void refusesATimeThatDoesNotExistAndAnotherForm(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SnapshotId(text))
        .withMessageContaining(text);
    assertThat(SnapshotId.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "20260102T030405Z-g1-0a1b",
        "20280229T235959Z-g0-ffff",
        "99991231T235959Z-g999999999999999999-0000"
      })
  void comesBackFromItsTime(String text) {
    SnapshotId id = new SnapshotId(text);

    int salt = Integer.parseInt(text.substring(text.length() - 4), 16);
    assertThat(SnapshotId.of(id.mintedAt(), id.generation(), salt)).isEqualTo(id);
  }

  @Test
  void isLaterThanAClockThatAnyOtherMayBeAheadOf() {
    Duration skew = Duration.ofMinutes(5);

    assertThat(SnapshotId.of(NOW, Generation.FIRST, 1).later(NOW)).isFalse();
    assertThat(SnapshotId.of(NOW.plus(skew), Generation.FIRST, 1).later(NOW)).isFalse();
    assertThat(SnapshotId.of(NOW.plus(skew).plusSeconds(1), Generation.FIRST, 1).later(NOW))
        .isTrue();
  }
}
