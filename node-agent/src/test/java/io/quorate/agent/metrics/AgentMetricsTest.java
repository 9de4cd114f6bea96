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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class AgentMetricsTest {
  private final AgentMetrics metrics =
      new AgentMetrics("1.2.3", Snapshots::busy, () -> Instant.EPOCH);

  @Test
  void everyMetricHasItsNameAndLabels() throws IOException {
    metrics.storeRequest("write", "ok", 0.02);
    assertThat(page().lines().filter(line -> !line.startsWith("#")))
        .contains(
            "quorate_agent_build_info{version=\"1.2.3\"} 1",
            "quorate_agent_certificate_seconds_left{certificate=\"peer\"} 60.0",
            "quorate_agent_data_state{state=\"intact\"} 1.0",
            "quorate_agent_data_state{state=\"lost\"} 0.0",
            "quorate_agent_etcd_process_state{state=\"answering\"} 1.0",
            "quorate_agent_etcd_process_state{state=\"stopped\"} 0.0",
            "quorate_agent_etcd_restarts_total{reason=\"crashed\"} 2.0",
            "quorate_agent_etcd_revision 42.0",
            "quorate_agent_heartbeats_total{result=\"ok\"} 7.0",
            "quorate_agent_instruction_steps_total{kind=\"join\",result=\"done\",step=\"ADD_LEARNER\"} 1.0",
            "quorate_agent_store_request_seconds_bucket{operation=\"write\",result=\"ok\",le=\"0.025\"} 1");
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
        .contains("quorate_agent_store_request_seconds_sum{operation=\"list\",result=\"ok\"} 2.0\n")
        .contains(
            "quorate_agent_store_request_seconds_sum{operation=\"read\",result=\"unavailable\"} 2.0\n");
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
