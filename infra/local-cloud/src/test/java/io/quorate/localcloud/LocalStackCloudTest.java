package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalStackCloudTest {
  @ParameterizedTest
  @CsvSource({
    "localstack/localstack:4.4.0, false",
    "localstack/localstack:3.8, false",
    "localstack/localstack:2026.3.0, true",
    "localstack/localstack:latest, true",
    "localstack/localstack, true",
  })
  void imagesFromMarch2026OnWantAToken(String image, boolean token) {
    assertThat(LocalStackCloud.wantsToken(image)).isEqualTo(token);
  }
}
