package io.quorate.agent.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.quorate.agent.run.AgentSnapshot;
import io.quorate.state.DataState;
import io.quorate.state.ProcessState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The agent's metrics. All but the store's times are read from the agent's snapshot when Prometheus
 * asks, so that the agent's logic knows nothing of them.
 */
public final class AgentMetrics {
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Supplier<AgentSnapshot> agent;
  private final InstantSource clock;
  private final Histogram storeRequests;

  /** Registers every metric; the agent is asked only when the page is read. */
  public AgentMetrics(String version, Supplier<AgentSnapshot> agent, InstantSource clock) {
    this.clock = clock;
    this.agent = agent;
    this.storeRequests =
        Histogram.builder()
            .name("quorate_agent_store_request_seconds")
            .help("Time of one request to the shared store, by operation and result.")
            .labelNames("operation", "result")
            .classicOnly()
            .classicUpperBounds(.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10)
            .register(registry);
    Info.builder()
        .name("quorate_agent_build_info")
        .help("The agent's version.")
        .labelNames("version")
        .register(registry)
        .setLabelValues(version);
    counters();
    states();
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
    counter(
        "quorate_agent_heartbeats_total",
        "Heartbeats written, by result.",
        page -> agent.get().heartbeats().forEach((result, n) -> page.call(n, result)),
        "result");
    counter(
        "quorate_agent_etcd_restarts_total",
        "Starts of etcd after its first, by the reason why it had ended.",
        page -> agent.get().etcdRestarts().forEach((reason, n) -> page.call(n, reason)),
        "reason");
    counter(
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

  private void states() {
    gauge(
        "quorate_agent_data_state",
        "1 for the state that the data directory is in, 0 for the others.",
        page -> oneOf(DataState.values(), agent.get().data(), page),
        "state");
    gauge(
        "quorate_agent_etcd_process_state",
        "1 for the state that the etcd process is in, 0 for the others.",
        page -> oneOf(ProcessState.values(), agent.get().process(), page),
        "state");
    gauge(
        "quorate_agent_etcd_revision",
        "Revision of the instance's own etcd when it last answered.",
        page -> agent.get().revision().ifPresent(page::call));
    gauge(
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

  private void counter(
      String name, String help, Consumer<CounterWithCallback.Callback> page, String... labels) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(page)
        .register(registry);
  }

  private void gauge(
      String name, String help, Consumer<GaugeWithCallback.Callback> page, String... labels) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(page)
        .register(registry);
  }

  private static <E extends Enum<E>> void oneOf(
      E[] states, E current, GaugeWithCallback.Callback page) {
    for (E state : states) {
      page.call(state == current ? 1 : 0, label(state));
    }
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
