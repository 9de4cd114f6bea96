package io.quorate.agent.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.quorate.agent.AwayStore;
import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.state.Condition;
import io.quorate.state.Lease;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class ClusterWatchTest {
  private static final ClusterName CLUSTER = new ClusterName("orders");
  private static final String RELEASE = "0.3.0";
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Glances store = new Glances();
  private boolean reads = true;
  private boolean bootstrapped = true;
  private long millis = 5;
  private Executor aside = Runnable::run;
  private final PrometheusRegistry registry = new PrometheusRegistry();

  ClusterWatchTest() {
    ClusterWatch watch =
        new ClusterWatch(
            store,
            CLUSTER,
            () -> reads,
            () -> bootstrapped,
            RELEASE,
            () -> millis,
            task -> aside.execute(task));
    new ClusterMetrics(watch, () -> NOW)
        .register(
            new PulledMetrics(registry, new MetricLabels("orders", "zone-1", "1").constant()));
    leaseOf(Optional.of(RELEASE));
    holds(Condition.Type.NO_QUORUM, Condition.Type.VOTER_SILENT);
  }

  @Test
  void showsPhaseConditionsAndTheAgeOfTheTurn() {
    assertThat(page())
        .contains(
            "quorate_cluster_attention 3.0",
            "quorate_cluster_condition{condition=\"NO_QUORUM\",severity=\"page\"} 1.0",
            "quorate_cluster_condition{condition=\"VOTER_SILENT\",severity=\"note\"} 1.0",
            "quorate_cluster_phase{phase=\"no_quorum\"} 1.0",
            "quorate_cluster_phase{phase=\"healthy\"} 0.0",
            "quorate_cluster_turn_age_seconds 20.0",
            "quorate_agent_status_reads_total{result=\"ok\"} 1.0");
  }

  @Test
  void attentionIsZeroWhereNoConditionHolds() {
    holds();
    assertThat(page())
        .contains("quorate_cluster_attention 0.0")
        .noneMatch(line -> line.startsWith("quorate_cluster_condition"));
  }

  @Test
  void readsOnceInThirtySecondsHoweverOftenThePageIsRead() {
    for (int scrape = 0; scrape < 30; scrape++) {
      page();
      millis += 1_000;
    }
    assertThat(store.read).containsExactly(Keys.lease(CLUSTER), Keys.status(CLUSTER));
    holds();
    assertThat(page()).contains("quorate_cluster_attention 0.0");
    assertThat(store.read).hasSize(4);
  }

  @Test
  void readsNothingWhileAnotherAgentIsTheOneToRead() {
    reads = false;
    assertThat(page()).noneMatch(line -> line.startsWith("quorate_cluster"));
    assertThat(store.read).isEmpty();
  }

  @Test
  void showsNothingMoreOnceAnotherAgentIsTheOneToRead() {
    page();
    reads = false;
    assertThat(page()).noneMatch(line -> line.startsWith("quorate_cluster"));
  }

  @Test
  void whatWasReadIsShownForNinetySecondsWhileTheStoreIsAway() {
    page();
    store.away = true;
    millis += 89_999;
    assertThat(page())
        .contains(
            "quorate_cluster_attention 3.0",
            "quorate_agent_status_reads_total{result=\"unavailable\"} 1.0");
    millis += 1;
    assertThat(page()).noneMatch(line -> line.startsWith("quorate_cluster"));
  }

  @Test
  void pagesForADamagedStatusWhichTheControllerCannotDo() {
    store.put(Keys.status(CLUSTER), Map.of("schemaVersion", 1L, "phase", 7L));
    assertThat(page())
        .contains(
            "quorate_cluster_attention 3.0",
            "quorate_cluster_condition{condition=\"RECORD_UNREADABLE\",severity=\"page\"} 1.0",
            "quorate_cluster_phase{phase=\"halted\"} 1.0",
            "quorate_cluster_turn_age_seconds 20.0",
            "quorate_agent_status_reads_total{result=\"unreadable\"} 1.0");
  }

  @Test
  void onlyCountsAnUnreadableStatusThatAControllerOfAnotherReleaseMayRead() {
    store.put(Keys.status(CLUSTER), Map.of("schemaVersion", 1_000L));
    leaseOf(Optional.of("0.4.0"));
    assertThat(page())
        .contains("quorate_agent_status_reads_total{result=\"unreadable\"} 1.0")
        .noneMatch(line -> line.startsWith("quorate_cluster"));
    leaseOf(Optional.empty());
    millis += 30_000;
    assertThat(page()).noneMatch(line -> line.startsWith("quorate_cluster"));
  }

  @Test
  void pagesForAMissingStatusOfAClusterThatWasBootstrapped() {
    store.remove(Keys.status(CLUSTER));
    store.remove(Keys.lease(CLUSTER));
    assertThat(page())
        .contains(
            "quorate_cluster_attention 3.0",
            "quorate_cluster_condition{condition=\"TABLE_ROLLED_BACK\",severity=\"page\"} 1.0",
            "quorate_agent_status_reads_total{result=\"none\"} 1.0");
  }

  @Test
  void showsNothingBeforeTheFirstApply() {
    bootstrapped = false;
    store.remove(Keys.status(CLUSTER));
    store.remove(Keys.lease(CLUSTER));
    assertThat(page())
        .contains("quorate_agent_status_reads_total{result=\"none\"} 1.0")
        .noneMatch(line -> line.startsWith("quorate_cluster"));
  }

  @Test
  void showsConditionsWithoutTheAgeOfATurnWhoseLeaseIsDamaged() {
    store.put(Keys.lease(CLUSTER), Map.of("schemaVersion", 1L));
    assertThat(page())
        .contains("quorate_cluster_attention 3.0")
        .noneMatch(line -> line.startsWith("quorate_cluster_turn_age"));
  }

  @Test
  void aPageCountsItsOwnReadThoughTheCounterIsCollectedFirst() {
    registry.scrape("quorate_agent_status_reads"::equals);
    assertThat(store.read).hasSize(2);
    assertThat(page()).contains("quorate_agent_status_reads_total{result=\"ok\"} 1.0");
  }

  @Test
  void aReadThatHangsDoesNotHoldUpThePageAndNoSecondOneBeginsBesideIt() {
    List<Runnable> hanging = new ArrayList<>();
    aside = hanging::add;
    assertThat(page()).noneMatch(line -> line.startsWith("quorate_cluster"));
    millis += 600_000;
    page();
    assertThat(hanging).hasSize(1);
    hanging.get(0).run();
    aside = Runnable::run;
    assertThat(page()).contains("quorate_cluster_attention 3.0");
  }

  private void leaseOf(Optional<String> controller) {
    Instant until = NOW.plusSeconds(10);
    store.put(
        Keys.lease(CLUSTER),
        Codecs.LEASE.write(
            new Lease("", new FencingToken(3), until, Map.of(), controller, Map.of())));
  }

  private void holds(Condition.Type... types) {
    List<Condition> conditions =
        List.of(types).stream().map(type -> new Condition(type, "so it is", NOW)).toList();
    store.put(
        Keys.status(CLUSTER),
        Codecs.STATUS.write(Status.initial().showing(Phase.NO_QUORUM, conditions)));
  }

  private List<String> page() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(text, registry.scrape());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return text.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(AgentMetricsTest::own)
        .toList();
  }

  /** A store that is glanced at alone. */
  private static final class Glances extends AwayStore {
    final List<Key> read = new ArrayList<>();
    boolean away;
    private final Map<Key, Item> items = new HashMap<>();

    void put(Key key, Map<String, Object> attributes) {
      items.put(key, new Item(key, attributes));
    }

    void remove(Key key) {
      items.remove(key);
    }

    @Override
    public Optional<Item> glance(Key key) {
      if (away) {
        throw away();
      }
      read.add(key);
      return Optional.ofNullable(items.get(key));
    }
  }
}
