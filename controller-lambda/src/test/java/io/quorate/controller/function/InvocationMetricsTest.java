package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class InvocationMetricsTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_000);

  private final InvocationMetrics metrics = new InvocationMetrics();

  @Test
  void ofNothingThereIsNoLine() {
    metrics.add("Decisions", 0);
    assertThat(metrics.line(NOW, "storage-controller")).isEmpty();
  }

  @Test
  void countsAddUpAndOfTimesTheHighestStays() {
    metrics.add("Decisions", 2);
    metrics.add("Decisions", 3);
    metrics.highest("SnapshotAge", Duration.ofMinutes(30));
    metrics.highest("SnapshotAge", Duration.ofMinutes(10));

    assertThat(metrics.line(NOW, "storage-controller").orElseThrow())
        .contains(
            "\"Dimensions\":[[\"FunctionName\"]]",
            "\"FunctionName\":\"storage-controller\"",
            "\"Decisions\":5",
            "\"SnapshotAge\":1800",
            "\"Unit\":\"Count\"",
            "\"Unit\":\"Seconds\"");
  }
}
