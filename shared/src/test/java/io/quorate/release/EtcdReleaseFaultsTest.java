package io.quorate.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.spec.EtcdVersion;
import org.junit.jupiter.api.Test;

class EtcdReleaseFaultsTest {
  private static EtcdVersion version(String text) {
    return EtcdVersion.parse(text).orElseThrow();
  }

  @Test
  void namesEachFaultOfAReleaseAndWhereItIsMended() {
    assertThat(EtcdReleaseFaults.of(version("3.5.16")).orElseThrow())
        .contains("3.5.16", "defragmentation", "3.5.23", "promotion", "3.5.24")
        .doesNotContain("3.5.3;");
    assertThat(EtcdReleaseFaults.of(version("3.5.23")).orElseThrow())
        .doesNotContain("defragmentation");
  }

  @Test
  void knowsNothingAgainstASoundReleaseNorAgainstAnotherLine() {
    assertThat(EtcdReleaseFaults.of(version("3.5.30"))).isEmpty();
    assertThat(EtcdReleaseFaults.of(version("3.6.5"))).isEmpty();
  }

  @Test
  void eachLineNamesAnExactReleaseAndALink() {
    assertThat(EtcdReleaseFaults.all())
        .isNotEmpty()
        .allSatisfy(
            fault -> {
              assertThat(fault.mended().patch()).isPresent();
              assertThat(fault.link()).startsWith("https://");
            });
  }
}
