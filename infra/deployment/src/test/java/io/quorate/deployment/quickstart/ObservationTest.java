package io.quorate.deployment.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ObservationTest {
  private static final Path MONITORING = Path.of("..", "monitoring", "prometheus");

  @Test
  void setsEveryPlaceholderOfTheScrapeFile() throws IOException {
    String config =
        Observation.config(
            Files.readString(MONITORING.resolve("prometheus.yml")),
            Path.of("/checkout/infra/monitoring/prometheus"),
            "eu-west-9",
            "http://127.0.0.1:4566");
    assertThat(config.lines().filter(line -> !line.strip().startsWith("#")))
        .noneMatch(line -> line.contains("REGION") || line.contains("CONTROL_PLANE"))
        .contains(
            "      - region: eu-west-9",
            "        endpoint: http://127.0.0.1:4566",
            "  - /checkout/infra/monitoring/prometheus/rules/*.yml",
            "  scrape_interval: 5s");
  }

  @Test
  void refusesAScrapeFileThatLacksWhatIsSet() {
    assertThatThrownBy(() -> Observation.config("global: {}", MONITORING, "eu-west-9", "http://x"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has no '- region: REGION'");
  }
}
