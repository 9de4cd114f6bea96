package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.plan.snapshots.SnapshotAges;
import io.quorate.controller.reconcile.ClusterSignals;
import io.quorate.model.ClusterName;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  private static ClusterSignals signals(Condition.Type... held) {
    List<Condition> conditions =
        Stream.of(held).map(type -> new Condition(type, "so it is", NOW)).toList();
    return new ClusterSignals(conditions, 3, 2);
  }

  private static void publish(InvocationMetrics to) {
    SnapshotAges snapshots =
        new SnapshotAges(
            Optional.of(Duration.ofMinutes(10)),
            Optional.of(Duration.ofHours(1)),
            Optional.of(Duration.ofSeconds(7)));
    to.cluster(
        new ClusterName("a"),
        signals(Condition.Type.QUORUM_LOST, Condition.Type.INSTANCE_STOPPED),
        snapshots);
    to.cluster(new ClusterName("b"), signals(), SnapshotAges.NONE);
  }

  @Test
  void givesEachClusterOneSeriesOfItsOwn() {
    publish(metrics);

    assertThat(metrics.lines(NOW))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains(
                        "\"Dimensions\":[[\"FunctionName\",\"Cluster\"]]",
                        "\"Metrics\":[{\"",
                        "\"Name\":\"Attention\"")
                    .endsWith("\"Cluster\":\"a\",\"Attention\":3}"),
            line -> assertThat(line).endsWith("\"Cluster\":\"b\",\"Attention\":0}"));
  }

  @Test
  void theFullDetailHasVotersSnapshotsAndEachConditionThatHolds() {
    InvocationMetrics full =
        new InvocationMetrics("quorate-controller", InvocationMetrics.Detail.FULL);
    publish(full);

    assertThat(full.lines(NOW))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .endsWith(
                        "\"Cluster\":\"a\",\"Attention\":3,\"Voters\":3,\"ServingVoters\":2,"
                            + "\"SnapshotAge\":600,\"VerifiedSnapshotAge\":3600,\"RestoreTime\":7}"),
            line ->
                assertThat(line)
                    .contains("\"Dimensions\":[[\"FunctionName\",\"Cluster\",\"Condition\"]]")
                    .endsWith("\"Condition\":\"INSTANCE_STOPPED\",\"ConditionHolds\":1}"),
            line ->
                assertThat(line).endsWith("\"Condition\":\"QUORUM_LOST\",\"ConditionHolds\":3}"),
            line -> assertThat(line).endsWith("\"Attention\":0,\"Voters\":3,\"ServingVoters\":2}"));
  }

  @Test
  void thePageAndTheDashboardNameTheMetricsOfClustersAsTheyArePublished() throws IOException {
    InvocationMetrics full =
        new InvocationMetrics("quorate-controller", InvocationMetrics.Detail.FULL);
    publish(full);
    Set<String> published = all("\"Name\":\"(\\w+)\"", String.join("\n", full.lines(NOW)));

    String page = Files.readString(Path.of("..", "docs", "signals.md"));
    String section = page.substring(page.indexOf("## The metric"), page.indexOf("## The alarms"));
    assertThat(all("`(\\w+)`(?=[^\n|]*\\| (?:count|seconds|none) \\|)", section))
        .as("docs/signals.md")
        .containsExactlyInAnyOrderElementsOf(
            published.stream().filter(name -> !name.equals("Attention")).toList());

    Path dashboard = Path.of("..", "terraform", "modules", "control-plane", "dashboard.tf");
    assertThat(all("metric = \"(\\w+)\"", Files.readString(dashboard)))
        .as("dashboard.tf")
        .contains("Attention", "ConditionHolds")
        .isSubsetOf(published);
  }

  private static Set<String> all(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  @Test
  void aHaltedClusterShowsWhy() {
    InvocationMetrics full =
        new InvocationMetrics("quorate-controller", InvocationMetrics.Detail.FULL);
    full.halted(new ClusterName("a"), Condition.Type.SPEC_INVALID);
    assertThat(full.lines(NOW))
        .satisfiesExactly(
            line -> assertThat(line).endsWith("\"Cluster\":\"a\",\"Attention\":3}"),
            line ->
                assertThat(line).endsWith("\"Condition\":\"SPEC_INVALID\",\"ConditionHolds\":3}"));
  }
}
