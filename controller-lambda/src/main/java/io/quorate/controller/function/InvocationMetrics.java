package io.quorate.controller.function;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.model.ClusterName;
import io.quorate.state.Severity;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What happened in one invocation, as lines of CloudWatch's embedded metric format; for many
 * threads. Each series has the function as its dimension, so that no two control planes share one.
 */
public final class InvocationMetrics {
  private static final String FUNCTION = "FunctionName";
  private static final String CLUSTER = "Cluster";
  private static final String ATTENTION = "Attention";

  private final String function;
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Long> highest = new TreeMap<>();
  private final Map<String, Integer> attention = new TreeMap<>();

  /**
   * Of a function.
   *
   * @param function its name, the dimension of each series
   */
  public InvocationMetrics(String function) {
    this.function = function;
  }

  synchronized void add(String name, long by) {
    if (by > 0) {
      counts.merge(name, by, Long::sum);
    }
  }

  /** Of several clusters the highest counts: one metric serves all of them. */
  synchronized void highest(String name, Duration time) {
    highest.merge(name, time.toSeconds(), Math::max);
  }

  /** How much attention a cluster needs, after its turn; 0 where all is well. */
  synchronized void attention(ClusterName cluster, Optional<Severity> severity) {
    attention.put(cluster.value(), severity.map(Severity::attention).orElse(0));
  }

  synchronized long of(String name) {
    return counts.getOrDefault(name, 0L);
  }

  /** The lines: one of the function's counters, unless nothing happened, and one a cluster. */
  public synchronized List<String> lines(Instant now) {
    List<String> lines = new ArrayList<>();
    if (!counts.isEmpty() || !highest.isEmpty()) {
      List<Map<String, String>> metrics = new ArrayList<>();
      counts.keySet().forEach(name -> metrics.add(metric(name, "Count")));
      highest.keySet().forEach(name -> metrics.add(metric(name, "Seconds")));
      Map<String, Object> values = new LinkedHashMap<>(counts);
      values.putAll(highest);
      lines.add(line(now, metrics, Map.of(FUNCTION, function), values));
    }
    attention.forEach(
        (cluster, level) -> {
          Map<String, String> dimensions = new LinkedHashMap<>();
          dimensions.put(FUNCTION, function);
          dimensions.put(CLUSTER, cluster);
          lines.add(
              line(now, List.of(metric(ATTENTION, "None")), dimensions, Map.of(ATTENTION, level)));
        });
    return lines;
  }

  private static Map<String, String> metric(String name, String unit) {
    return Map.of("Name", name, "Unit", unit);
  }

  private static String line(
      Instant now,
      List<Map<String, String>> metrics,
      Map<String, String> dimensions,
      Map<String, ?> values) {
    Map<String, Object> directive = new LinkedHashMap<>();
    directive.put("Namespace", "Quorate");
    directive.put("Dimensions", List.of(List.copyOf(dimensions.keySet())));
    directive.put("Metrics", metrics);
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("Timestamp", now.toEpochMilli());
    metadata.put("CloudWatchMetrics", List.of(directive));
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("_aws", metadata);
    line.putAll(dimensions);
    line.putAll(values);
    try {
      return JSON.std.asString(line);
    } catch (IOException e) {
      throw new IllegalStateException("metrics cannot be written: " + values, e);
    }
  }
}
