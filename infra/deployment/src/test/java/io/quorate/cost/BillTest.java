package io.quorate.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** A bill by hand, and what grows with the clusters. */
class BillTest {
  private static final Offset<Double> CENT = within(0.005);
  private static final Usage USAGE =
      new Usage(3, 2000, 4000, 1, 0.010, 3, 4, 0.030, 500, 0, 10, 20, new PublishedSeries(2, 1));

  private static Bill bill() throws IOException {
    return new Bill(Prices.read(), new Bill.Settings(Duration.ofMinutes(1), 512, 10, 2, 1, 1));
  }

  private static double usd(List<Bill.Line> lines, String name) {
    return lines.stream()
        .filter(line -> line.name().equals(name))
        .mapToDouble(Bill.Line::usd)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void oneClusterIsBilledAsByHand() throws IOException {
    List<Bill.Line> lines = bill().of(USAGE, 1);
    assertThat(usd(lines, "agents: DynamoDB writes")).isCloseTo(4000 * 730 * 0.625 / 1e6, CENT);
    assertThat(usd(lines, "agents: DynamoDB reads")).isCloseTo(2000 * 730 * 0.125 / 1e6, CENT);
    assertThat(usd(lines, "controller: DynamoDB writes")).isCloseTo(43_800 * 4 * 0.625 / 1e6, CENT);
    assertThat(usd(lines, "controller: DynamoDB reads"))
        .isCloseTo(43_800 * (3 + 1) * 0.125 / 1e6, CENT);
    assertThat(usd(lines, "controller: Lambda"))
        .isCloseTo(43_800 * 0.2 / 1e6 + 43_800 * 0.040 * 0.5 * 0.0000166667, CENT);
    assertThat(usd(lines, "polls of the events' queue")).isCloseTo(15 * 43_800 * 0.4 / 1e6, CENT);
    assertThat(usd(lines, "controller: alarms")).isCloseTo(1.00, CENT);
    assertThat(usd(lines, "controller: metrics")).isCloseTo(0.60, CENT);
    assertThat(usd(lines, "clusters: alarms")).isCloseTo(0.20, CENT);
    assertThat(usd(lines, "clusters: metrics")).isCloseTo(0.30, CENT);
    assertThat(Cost.total(lines)).isCloseTo(8.58, CENT);
  }

  @Test
  void whatIsSharedDoesNotGrowAndTheRestGrowsWithTheClusters() throws IOException {
    List<Bill.Line> one = bill().of(USAGE, 1);
    List<Bill.Line> many = bill().of(USAGE, 100);
    for (String shared :
        new String[] {
          "polls of the events' queue",
          "controller: metrics",
          "controller: alarms",
          "dashboard",
          "KMS key"
        }) {
      assertThat(usd(many, shared)).as(shared).isEqualTo(usd(one, shared));
    }
    assertThat(usd(many, "clusters: metrics") + usd(many, "clusters: alarms"))
        .as("docs/signals.md says so of one cluster")
        .isCloseTo(100 * 0.5, CENT);
    assertThat(usd(many, "agents: DynamoDB writes"))
        .isCloseTo(100 * usd(one, "agents: DynamoDB writes"), CENT);
    assertThat(usd(many, "controller: DynamoDB reads"))
        .as("the list of clusters is read once")
        .isCloseTo(43_800 * (100 * 3 + 1) * 0.125 / 1e6, CENT);
  }

  @Test
  void countsEachMetricOfTheFunctionsLogOnce() throws IOException {
    String counters =
        "{\"_aws\":{\"CloudWatchMetrics\":[{\"Namespace\":\"Quorate\",\"Metrics\":[{\"Name\":\"Decisions\"},"
            + "{\"Name\":\"SnapshotAge\"}]}]},\"FunctionName\":\"f\",\"Decisions\":1}";
    String attention =
        "{\"_aws\":{\"CloudWatchMetrics\":[{\"Namespace\":\"Quorate\",\"Metrics\":[{\"Name\":\"Attention\"}]}]},"
            + "\"FunctionName\":\"f\",\"Cluster\":\"demo\",\"Attention\":0}";

    assertThat(
            PublishedSeries.in(
                List.of("INFO turn=settled", counters, attention, attention, counters)))
        .isEqualTo(new PublishedSeries(2, 1));
  }

  @Test
  void countsNoMetricOfAConditionThatHeldForAWhile() throws IOException {
    String holds =
        "{\"_aws\":{\"CloudWatchMetrics\":[{\"Namespace\":\"Quorate\",\"Metrics\":[{\"Name\":\"ConditionHolds\"}]}]},"
            + "\"FunctionName\":\"f\",\"Cluster\":\"demo\",\"Condition\":\"WAITING_FOR_NODES\",\"ConditionHolds\":1}";
    assertThat(PublishedSeries.in(List.of(holds))).isEqualTo(new PublishedSeries(0, 0));
  }

  @Test
  void everyPriceHasASourceAtAwsAndADate() throws IOException {
    Prices prices = Prices.read();
    assertThat(prices.date()).matches("20\\d\\d-\\d\\d-\\d\\d");
    assertThat(prices.each().values().stream().map(Prices.Price::source))
        .allMatch(source -> source.startsWith("https://aws.amazon.com/"));
    assertThatThrownBy(() -> prices.of("unicorns", 1)).hasMessageContaining("no price of unicorns");
  }

  @Test
  void theTableNamesEveryPositionAndTheCostOfEachCluster() throws IOException {
    String text = Cost.text(USAGE, Prices.read(), bill());
    assertThat(Stream.of("1 clusters", "100 clusters", "10,000 clusters")).allMatch(text::contains);
    assertThat(text).contains("agents: DynamoDB writes", "for each cluster", "us-east-1");
  }
}
