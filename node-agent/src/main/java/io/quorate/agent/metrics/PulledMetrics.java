package io.quorate.agent.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Registers metrics whose values are computed when the page is read.
 *
 * @param registry where
 * @param of the labels that every one of them carries
 */
record PulledMetrics(PrometheusRegistry registry, Labels of) {
  void counter(
      String name, String help, Consumer<CounterWithCallback.Callback> page, String... labels) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .constLabels(of)
        .callback(page)
        .register(registry);
  }

  void gauge(
      String name, String help, Consumer<GaugeWithCallback.Callback> page, String... labels) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .constLabels(of)
        .callback(page)
        .register(registry);
  }

  /** 1 for the current state, 0 for the others. */
  static <E extends Enum<E>> void oneOf(
      E[] states, Optional<E> current, GaugeWithCallback.Callback page) {
    for (E state : states) {
      page.call(yes(current.filter(state::equals).isPresent()), label(state));
    }
  }

  static double yes(boolean holds) {
    return holds ? 1 : 0;
  }

  static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
