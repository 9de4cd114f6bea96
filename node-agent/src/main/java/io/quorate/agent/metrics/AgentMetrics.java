package io.quorate.agent.metrics;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.quorate.agent.run.AgentSnapshot;
import java.io.File;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The agent's metrics. All but the store's times are read from the agent's snapshot when Prometheus
 * asks, so that the agent's logic knows nothing of them.
 */
public final class AgentMetrics {
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Supplier<AgentSnapshot> agent;
  private final InstantSource clock;
  private final PulledMetrics metrics;
  private final Histogram storeRequests;

  /**
   * Registers every metric; the agent is asked only when the page is read.
   *
   * @param folder where the data is
   */
  public AgentMetrics(
      MetricLabels of, File folder, Supplier<AgentSnapshot> agent, InstantSource clock) {
    this.clock = clock;
    this.agent = agent;
    this.metrics = new PulledMetrics(registry, of.constant());
    this.storeRequests =
        Histogram.builder()
            .name("quorate_agent_store_request_seconds")
            .help("Time of one request to the shared store, by operation and result.")
            .labelNames("operation", "result")
            .constLabels(of.constant())
            .classicOnly()
            .classicUpperBounds(.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10)
            .register(registry);
    Info.builder()
        .name("quorate_agent_build_info")
        .help("The agent's version.")
        .labelNames("version")
        .constLabels(of.constant())
        .register(registry)
        .setLabelValues(of.version());
    counters();
    certificates();
    disk(folder);
    MemberMetrics.register(metrics, agent);
  }

  /** Registers what the agents know of the whole cluster. */
  public void add(ClusterMetrics cluster) {
    cluster.register(metrics);
  }

  /** Where the metrics page reads them. */
  public PrometheusRegistry registry() {
    return registry;
  }

  /** Notes how long a request to the store took. */
  void storeRequest(String operation, String result, double seconds) {
    storeRequests.labelValues(operation, result).observe(seconds);
  }

  private void counters() {
    metrics.counter(
        "quorate_agent_heartbeats_total",
        "Heartbeats written, by result.",
        page -> agent.get().heartbeats().forEach((result, n) -> page.call(n, result)),
        "result");
    metrics.counter(
        "quorate_agent_etcd_restarts_total",
        "Starts of etcd after its first, by the reason why it had ended.",
        page -> agent.get().etcdRestarts().forEach((reason, n) -> page.call(n, reason)),
        "reason");
    metrics.counter(
        "quorate_agent_instruction_steps_total",
        "Steps of instructions that ended, by kind, step and result.",
        page ->
            agent
                .get()
                .steps()
                .forEach(
                    (step, n) ->
                        page.call(n, label(step.kind()), step.step(), label(step.result()))),
        "kind",
        "step",
        "result");
  }

  private void certificates() {
    metrics.gauge(
        "quorate_agent_certificate_seconds_left",
        "Seconds until a certificate in use expires, by certificate; negative once it has.",
        page ->
            agent
                .get()
                .certificates()
                .forEach(
                    (name, until) ->
                        page.call(
                            (double) Duration.between(clock.instant(), until).toSeconds(), name)),
        "certificate");
  }

  /** A disk that does not tell its size, as when it is gone, has no series. */
  private void disk(File folder) {
    metrics.gauge(
        "quorate_agent_disk_bytes",
        "Size of the filesystem that holds the data.",
        page -> sized(folder).ifPresent(page::call));
    metrics.gauge(
        "quorate_agent_disk_usable_bytes",
        "Bytes of the filesystem that holds the data which may still be written.",
        page -> sized(folder).ifPresent(size -> page.call((double) folder.getUsableSpace())));
  }

  private static OptionalLong sized(File folder) {
    long size = folder.getTotalSpace();
    return size > 0 ? OptionalLong.of(size) : OptionalLong.empty();
  }

  private static String label(Enum<?> value) {
    return PulledMetrics.label(value);
  }
}
