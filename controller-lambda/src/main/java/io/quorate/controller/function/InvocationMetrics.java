package io.quorate.controller.function;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.controller.plan.snapshots.SnapshotAges;
import io.quorate.controller.reconcile.ClusterSignals;
import io.quorate.model.ClusterName;
import io.quorate.state.Condition;
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
  /** What is published of each cluster; CloudWatch charges for every series. */
  public enum Detail {
    /** How much attention it needs. */
    ATTENTION,
    /** Its voters, its snapshots and each condition besides. */
    FULL;

    static final String VARIABLE = "QUORATE_METRICS";
    static final String EXPECTED = "attention or full";

    /** The one that a setting names; empty where it names none. */
    static Optional<Detail> named(String setting) {
      return switch (setting) {
        case "attention" -> Optional.of(ATTENTION);
        case "full" -> Optional.of(FULL);
        default -> Optional.empty();
      };
    }
  }

  private static final String FUNCTION = "FunctionName";
  private static final String CLUSTER = "Cluster";
  private static final String CONDITION = "Condition";
  private static final String ATTENTION = "Attention";
  private static final String HOLDS = "ConditionHolds";
  private static final String COUNT = "Count";
  private static final String SECONDS = "Seconds";

  private final String function;
  private final Detail detail;
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Long> highest = new TreeMap<>();
  private final Map<String, Published> clusters = new TreeMap<>();

  private record Published(Map<String, Metric> metrics, Map<String, Integer> conditions) {}

  private record Metric(String unit, long value) {}

  /** Of a function, with the attention that each cluster needs. */
  public InvocationMetrics(String function) {
    this(function, Detail.ATTENTION);
  }

  /**
   * Of a function.
   *
   * @param function its name, the dimension of each series
   * @param detail what is published of each cluster
   */
  public InvocationMetrics(String function, Detail detail) {
    this.function = function;
    this.detail = detail;
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

  /** What a turn found of a cluster. */
  synchronized void cluster(ClusterName cluster, ClusterSignals signals, SnapshotAges snapshots) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    metrics.put(ATTENTION, attention(signals.severity()));
    Map<String, Integer> conditions = new TreeMap<>();
    if (detail == Detail.FULL) {
      metrics.put("Voters", new Metric(COUNT, signals.voters()));
      metrics.put("ServingVoters", new Metric(COUNT, signals.serving()));
      snapshots.newest().ifPresent(age -> metrics.put("SnapshotAge", seconds(age)));
      snapshots.verified().ifPresent(age -> metrics.put("VerifiedSnapshotAge", seconds(age)));
      snapshots.restore().ifPresent(time -> metrics.put("RestoreTime", seconds(time)));
      signals.conditions().forEach(held -> put(conditions, held.type()));
    }
    clusters.put(cluster.value(), new Published(metrics, conditions));
  }

  /** A cluster about which nothing is decided, because of a condition. */
  synchronized void halted(ClusterName cluster, Condition.Type type) {
    Map<String, Integer> conditions = new TreeMap<>();
    if (detail == Detail.FULL) {
      put(conditions, type);
    }
    Metric attention = attention(Optional.of(type.severity()));
    clusters.put(cluster.value(), new Published(Map.of(ATTENTION, attention), conditions));
  }

  private static void put(Map<String, Integer> conditions, Condition.Type type) {
    conditions.put(type.name(), type.severity().attention());
  }

  /** 0 where all is well. */
  private static Metric attention(Optional<Severity> severity) {
    return new Metric("None", severity.map(Severity::attention).orElse(0));
  }

  private static Metric seconds(Duration time) {
    return new Metric(SECONDS, time.toSeconds());
  }

  /** How often something happened. */
  public synchronized long count(String name) {
    return counts.getOrDefault(name, 0L);
  }

  /**
   * The lines: one of the function's counters, unless nothing happened, one a cluster, and with the
   * full detail one for each condition that holds.
   */
  public synchronized List<String> lines(Instant now) {
    List<String> lines = new ArrayList<>();
    if (!counts.isEmpty() || !highest.isEmpty()) {
      Map<String, Metric> metrics = new LinkedHashMap<>();
      counts.forEach((name, count) -> metrics.put(name, new Metric(COUNT, count)));
      highest.forEach((name, time) -> metrics.put(name, new Metric(SECONDS, time)));
      lines.add(line(now, metrics, Map.of(FUNCTION, function)));
    }
    clusters.forEach(
        (cluster, published) -> {
          Map<String, String> dimensions = new LinkedHashMap<>();
          dimensions.put(FUNCTION, function);
          dimensions.put(CLUSTER, cluster);
          lines.add(line(now, published.metrics(), dimensions));
          published
              .conditions()
              .forEach(
                  (condition, attention) -> {
                    Map<String, String> of = new LinkedHashMap<>(dimensions);
                    of.put(CONDITION, condition);
                    lines.add(line(now, Map.of(HOLDS, new Metric("None", attention)), of));
                  });
        });
    return lines;
  }

  private static String line(
      Instant now, Map<String, Metric> metrics, Map<String, String> dimensions) {
    Map<String, Object> directive = new LinkedHashMap<>();
    directive.put("Namespace", "Quorate");
    directive.put("Dimensions", List.of(List.copyOf(dimensions.keySet())));
    directive.put(
        "Metrics",
        metrics.entrySet().stream()
            .map(metric -> Map.of("Name", metric.getKey(), "Unit", metric.getValue().unit()))
            .toList());
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("Timestamp", now.toEpochMilli());
    metadata.put("CloudWatchMetrics", List.of(directive));
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("_aws", metadata);
    line.putAll(dimensions);
    metrics.forEach((name, metric) -> line.put(name, metric.value()));
    try {
      return JSON.std.asString(line);
    } catch (IOException e) {
      throw new IllegalStateException("metrics cannot be written: " + metrics, e);
    }
  }
}
