package io.quorate.agent.metrics;

import io.prometheus.metrics.model.snapshots.Labels;

/**
 * Whose metrics these are.
 *
 * @param cluster the cluster
 * @param zone the instance's availability zone
 * @param version the agent's version
 */
public record MetricLabels(String cluster, String zone, String version) {
  Labels constant() {
    return Labels.of("cluster", cluster, "zone", zone);
  }
}
