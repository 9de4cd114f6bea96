package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A part of each day in UTC. */
class DayWindowTest {
  private static boolean holds(String window, String time) {
    return DayWindow.parse(window)
        .orElseThrow()
        .holds(Instant.parse("2026-01-02T" + time + ":00Z"));
  }

  @Test
  void holdsFromItsBeginningToBeforeItsEnd() {
    assertThat(holds("02:00-05:00", "01:59")).isFalse();
    assertThat(holds("02:00-05:00", "02:00")).isTrue();
    assertThat(holds("02:00-05:00", "04:59")).isTrue();
    assertThat(holds("02:00-05:00", "05:00")).isFalse();
  }

  @Test
  void goesOverMidnightWhenItEndsBeforeItBegins() {
    assertThat(holds("22:00-05:00", "23:30")).isTrue();
    assertThat(holds("22:00-05:00", "00:00")).isTrue();
    assertThat(holds("22:00-05:00", "12:00")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "02:00", "2:00-5:00", "02:00-24:00", "02:00-02:60", "03:00-03:00"})
  void refusesOtherForms(String text) {
    assertThat(DayWindow.parse(text)).isEmpty();
  }
}
