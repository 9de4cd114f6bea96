package io.quorate.agent.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.quorate.agent.AwayStore;
import io.quorate.agent.app.Snapshots;
import io.quorate.store.Item;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class AgentMetricsTest {
  private final AgentMetrics metrics =
      new AgentMetrics(
          new MetricLabels("orders", "zone-1", "1.2.3"),
          new File("."),
          Snapshots::busy,
          () -> Instant.EPOCH);

  @Test
  void everyMetricHasItsNameAndLabels() throws IOException {
    metrics.storeRequest("write", "ok", 0.02);
    assertThat(page().lines().filter(line -> !line.startsWith("#")).map(AgentMetricsTest::own))
        .contains(
            "quorate_agent_build_info{version=\"1.2.3\"} 1",
            "quorate_agent_certificate_seconds_left{certificate=\"peer\"} 60.0",
            "quorate_agent_data_state{state=\"intact\"} 1.0",
            "quorate_agent_data_state{state=\"lost\"} 0.0",
            "quorate_agent_etcd_alarm{alarm=\"NOSPACE\"} 1.0",
            "quorate_agent_etcd_answers 1.0",
            "quorate_agent_etcd_db_bytes 4096.0",
            "quorate_agent_etcd_db_in_use_bytes 2048.0",
            "quorate_agent_etcd_process_state{state=\"answering\"} 1.0",
            "quorate_agent_etcd_process_state{state=\"stopped\"} 0.0",
            "quorate_agent_etcd_raft_applied_index 99.0",
            "quorate_agent_etcd_raft_index 100.0",
            "quorate_agent_etcd_raft_term 2.0",
            "quorate_agent_etcd_restarts_total{reason=\"crashed\"} 2.0",
            "quorate_agent_etcd_revision 42.0",
            "quorate_agent_etcd_role{role=\"leader\"} 1.0",
            "quorate_agent_etcd_role{role=\"none\"} 0.0",
            "quorate_agent_generation 3.0",
            "quorate_agent_heartbeats_total{result=\"ok\"} 7.0",
            "quorate_agent_instruction{kind=\"join\"} 1.0",
            "quorate_agent_instruction{kind=\"leave\"} 0.0",
            "quorate_agent_instruction_steps_total{kind=\"join\",result=\"done\",step=\"ADD_LEARNER\"} 1.0",
            "quorate_agent_interruption_announced 0.0",
            "quorate_agent_listed_members{kind=\"learner\"} 1.0",
            "quorate_agent_listed_members{kind=\"voter\"} 3.0",
            "quorate_agent_loop_age_seconds 0.0",
            "quorate_agent_quorum_proven 1.0",
            "quorate_agent_ready 1.0",
            "quorate_agent_report_age_seconds 1.5",
            "quorate_agent_silent_peers 1.0",
            "quorate_agent_store_request_seconds_bucket{operation=\"write\",result=\"ok\",le=\"0.025\"} 1");
    assertThat(page()).contains("quorate_agent_disk_bytes", "quorate_agent_disk_usable_bytes");
  }

  @Test
  void everySeriesNamesItsClusterAndZone() throws IOException {
    metrics.storeRequest("write", "ok", 0.02);
    assertThat(page().lines().filter(line -> !line.startsWith("#")))
        .isNotEmpty()
        .allMatch(line -> line.contains("cluster=\"orders\"") && line.contains("zone=\"zone-1\""));
  }

  /** A series without the labels that each has. */
  static String own(String line) {
    return line.replace("cluster=\"orders\"", "")
        .replace("zone=\"zone-1\"", "")
        .replaceAll(",+", ",")
        .replace("{,", "{")
        .replace(",}", "}")
        .replace("{}", "");
  }

  @Test
  void requestsAreTimedByOperationAndResult() throws IOException {
    AtomicLong nanos = new AtomicLong();
    RecordStore measured =
        new MeasuredRecordStore(new OutOfOrder(), metrics, () -> nanos.getAndAdd(2_000_000_000L));
    assertThat(measured.list(Table.NODES, "orders", "")).isEmpty();
    assertThatThrownBy(() -> measured.read(List.of()))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(page())
        .contains(
            "quorate_agent_store_request_seconds_sum{cluster=\"orders\",operation=\"list\",result=\"ok\",zone=\"zone-1\"} 2.0\n")
        .contains(
            "quorate_agent_store_request_seconds_sum{cluster=\"orders\",operation=\"read\",result=\"unavailable\",zone=\"zone-1\"} 2.0\n");
  }

  private String page() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(text, metrics.registry().scrape());
    return text.toString(StandardCharsets.UTF_8);
  }

  /** A store that only lists. */
  private static final class OutOfOrder extends AwayStore {
    @Override
    public List<Item> list(Table table, String partition, String prefix) {
      return List.of();
    }
  }
}
