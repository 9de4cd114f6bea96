package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdVersionTest {
  @ParameterizedTest
  @CsvSource({
    "3.5, true",
    "3.5.3, true",
    "3.5.30, true",
    "3.5.0, false",
    "3.5.1, false",
    "3.5.2, false",
    "3.4.30, false",
    "3.6, true",
    "3.6.11, true",
    "3.7.0, true",
    "3.8, false",
    "4.5.9, false"
  })
  void knowsWhatThisReleaseRuns(String text, boolean supported) {
    assertThat(EtcdVersion.parse(text).orElseThrow().isSupported()).isEqualTo(supported);
    assertThat(EtcdVersion.parse(text).orElseThrow()).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({
    "3.5.30, 3.6.0, true",
    "3.5.30, 3.5.31, false",
    "3.6.14, 3.5.30, false",
    "3.10.0, 4.0.0, true"
  })
  void tellsTheOlderLine(String one, String other, boolean older) {
    assertThat(
            EtcdVersion.parse(one)
                .orElseThrow()
                .olderLineThan(EtcdVersion.parse(other).orElseThrow()))
        .isEqualTo(older);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "3", "v3.5", "3.5.x", "3.5.3-rc.1", "3.5.3.1", " 3.5", "99999999999.1"})
  void refusesWhatIsNoVersion(String text) {
    assertThat(EtcdVersion.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "3.5, 3.5.30, true",
    "3.5, 3.5.2, false",
    "3.5.30, 3.5.30, true",
    "3.5.30, 3.5.16, false",
    "3.5, 3.6.1, false"
  })
  void tellsWhetherAnInstalledReleaseWillDo(String desired, String installed, boolean accepted) {
    assertThat(
            EtcdVersion.parse(desired)
                .orElseThrow()
                .accepts(EtcdVersion.parse(installed).orElseThrow()))
        .isEqualTo(accepted);
  }
}
