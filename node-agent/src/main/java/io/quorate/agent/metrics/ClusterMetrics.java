package io.quorate.agent.metrics;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** The cluster's phase and conditions, as the controller stored them. */
public final class ClusterMetrics {
  private final ClusterWatch watch;
  private final InstantSource clock;

  /** Shows what the watch knows. */
  public ClusterMetrics(ClusterWatch watch, InstantSource clock) {
    this.watch = watch;
    this.clock = clock;
  }

  void register(PulledMetrics metrics) {
    metrics.gauge(
        "quorate_cluster_attention",
        "Highest severity of the cluster's conditions: 0 none, 1 note, 2 ticket, 3 page. Only the"
            + " agent of the leader, or of a member without one, shows it.",
        page -> watch.look().ifPresent(seen -> page.call(attention(seen))));
    metrics.gauge(
        "quorate_cluster_condition",
        "1 for each condition that holds, shown as quorate_cluster_attention is.",
        page -> watch.look().ifPresent(seen -> conditions(seen, page)),
        "condition",
        "severity");
    metrics.gauge(
        "quorate_cluster_phase",
        "1 for the phase that the cluster is in, 0 for the others, shown as"
            + " quorate_cluster_attention is.",
        page ->
            watch
                .look()
                .map(ClusterWatch.Seen::phase)
                .ifPresent(phase -> PulledMetrics.oneOf(Phase.values(), Optional.of(phase), page)),
        "phase");
    metrics.gauge(
        "quorate_cluster_turn_age_seconds",
        "Seconds since the controller's newest turn of the cluster began, shown as"
            + " quorate_cluster_attention is.",
        page ->
            watch
                .look()
                .flatMap(ClusterWatch.Seen::turnBegan)
                .map(began -> Duration.between(began, clock.instant()).toMillis() / 1e3)
                .ifPresent(page::call));
    metrics.counter(
        "quorate_agent_status_reads_total",
        "Reads of the cluster's status for this page, by result.",
        this::results,
        "result");
  }

  /** Looks first: a page counts its own read, whichever of its metrics is collected first. */
  private void results(CounterWithCallback.Callback page) {
    watch.look();
    watch.results().forEach((result, n) -> page.call(n, result));
  }

  private static int attention(ClusterWatch.Seen seen) {
    return seen.conditions().stream().mapToInt(ClusterMetrics::attention).max().orElse(0);
  }

  private static int attention(Condition.Type type) {
    return type.severity().attention();
  }

  private static void conditions(ClusterWatch.Seen seen, GaugeWithCallback.Callback page) {
    seen.conditions()
        .forEach(type -> page.call(1, type.name(), PulledMetrics.label(type.severity())));
  }
}
