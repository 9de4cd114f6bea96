package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import io.quorate.state.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InvocationMetricsTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_000);

  private final InvocationMetrics metrics = new InvocationMetrics("quorate-controller");

  @Test
  void ofNothingThereIsNoLine() {
    metrics.add("Decisions", 0);
    assertThat(metrics.lines(NOW)).isEmpty();
  }

  @Test
  void countsAddUpAndOfTimesTheHighestStays() {
    metrics.add("Decisions", 2);
    metrics.add("Decisions", 3);
    metrics.highest("SnapshotAge", Duration.ofMinutes(30));
    metrics.highest("SnapshotAge", Duration.ofMinutes(10));

    assertThat(metrics.lines(NOW))
        .singleElement()
        .asString()
        .contains(
            "\"Dimensions\":[[\"FunctionName\"]]",
            "\"FunctionName\":\"quorate-controller\"",
            "\"Decisions\":5",
            "\"SnapshotAge\":1800",
            "\"Unit\":\"Count\"",
            "\"Unit\":\"Seconds\"");
  }

  @Test
  void givesEachClusterASeriesOfItsOwn() {
    metrics.attention(new ClusterName("a"), Optional.of(Severity.PAGE));
    metrics.attention(new ClusterName("b"), Optional.empty());

    assertThat(metrics.lines(NOW))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains(
                        "\"Dimensions\":[[\"FunctionName\",\"Cluster\"]]",
                        "\"Name\":\"Attention\"",
                        "\"Cluster\":\"a\",\"Attention\":3"),
            line -> assertThat(line).contains("\"Cluster\":\"b\",\"Attention\":0"));
  }
}
