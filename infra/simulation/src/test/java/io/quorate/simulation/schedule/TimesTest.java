package io.quorate.simulation.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {
  @ParameterizedTest
  @CsvSource({
    "since 2026-01-01T00:01:40.250Z, since @100.250",
    "2026-01-01T00:00:00Z to 2026-01-01T01:00:00.000000001Z, @0.000 to @3600.000",
    "2025-12-31T23:59:59.500Z, @-0.500",
    "for PT1M30S or PT0.5S, for 90.000 s or 0.500 s",
    "no answer within 5000 ms, no answer within 5.000 s",
    "i-PTO and PT and token 7, i-PTO and PT and token 7"
  })
  void thereIsOneNotation(String text, String words) {
    assertThat(Times.inWords(text)).isEqualTo(words);
  }
}
