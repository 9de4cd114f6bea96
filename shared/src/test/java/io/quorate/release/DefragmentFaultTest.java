package io.quorate.release;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Releases that may corrupt their database when they defragment are never defragmented. */
class DefragmentFaultTest {
  @ParameterizedTest
  @ValueSource(strings = {"3.5.16", "3.5.22", "3.6.0", "3.6.4", "3.4.40", "2.3.8", "3.5", "", "x"})
  void refusesReleasesBelowTheMendedOnesAndUnknownOnes(String release) {
    assertThat(DefragmentFault.of(release)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.5.23", "3.5.30", "3.6.5", "3.6.14", "3.7.0"})
  void acceptsTheMendedOnesAndLaterLines(String release) {
    assertThat(DefragmentFault.of(release)).isEmpty();
  }
}
