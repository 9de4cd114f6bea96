package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S, 500ms",
    "5s, PT5S, 5s",
    "60s, PT1M, 1m",
    "90s, PT1M30S, 90s",
    "120m, PT2H, 2h",
    "1500ms, PT1.5S, 1500ms",
    "0h, PT0S, 0s"
  })
  void readsExactlyAndPrintsOneWay(String text, Duration duration, String printed) {
    assertThat(DurationText.parse(text)).contains(duration);
    assertThat(DurationText.print(duration)).isEqualTo(printed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "5",
        "s",
        "1.5s",
        "1m30s",
        "-5s",
        "5 s",
        "5S",
        "PT5S",
        "5d",
        "٣s",
        "99999999999999s"
      })
  void refusesWhatIsNotOneNumberAndOneUnit(String text) {
    assertThat(DurationText.parse(text)).isEmpty();
  }

  @Test
  void everyDurationComesBackFromItsText() {
    Random random = new Random(7);
    for (int round = 0; round < 5000; round++) {
      Duration duration = Duration.ofMillis(random.nextLong(1L << (1 + random.nextInt(38))));
      assertThat(DurationText.parse(DurationText.print(duration))).contains(duration);
    }
  }

  @Test
  void aPartOfAMillisecondIsNotPrintedAway() {
    assertThatThrownBy(() -> DurationText.print(Duration.ofNanos(1)))
        .hasMessageContaining("PT0.000000001S")
        .hasMessageContaining("whole milliseconds");
  }
}
