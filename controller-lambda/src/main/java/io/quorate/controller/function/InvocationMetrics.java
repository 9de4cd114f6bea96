package io.quorate.controller.function;

import com.fasterxml.jackson.jr.ob.JSON;
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
 * What happened in one invocation, as one line of CloudWatch's embedded metric format; for many
 * threads.
 */
public final class InvocationMetrics {
  private static final String FUNCTION = "FunctionName";

  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Long> highest = new TreeMap<>();

  synchronized void add(String name, long by) {
    if (by > 0) {
      counts.merge(name, by, Long::sum);
    }
  }

  /** Of several clusters the highest counts: one metric serves all of them. */
  synchronized void highest(String name, Duration time) {
    highest.merge(name, time.toSeconds(), Math::max);
  }

  synchronized long of(String name) {
    return counts.getOrDefault(name, 0L);
  }

  /**
   * The line, unless nothing happened.
   *
   * @param function tells the metrics of two control planes in one region apart
   */
  synchronized Optional<String> line(Instant now, String function) {
    if (counts.isEmpty() && highest.isEmpty()) {
      return Optional.empty();
    }
    List<Map<String, String>> metrics = new ArrayList<>();
    counts.keySet().forEach(name -> metrics.add(Map.of("Name", name, "Unit", "Count")));
    highest.keySet().forEach(name -> metrics.add(Map.of("Name", name, "Unit", "Seconds")));
    Map<String, Object> directive = new LinkedHashMap<>();
    directive.put("Namespace", "Quorate");
    directive.put("Dimensions", List.of(List.of(FUNCTION)));
    directive.put("Metrics", metrics);
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("Timestamp", now.toEpochMilli());
    metadata.put("CloudWatchMetrics", List.of(directive));
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("_aws", metadata);
    line.put(FUNCTION, function);
    line.putAll(counts);
    line.putAll(highest);
    try {
      return Optional.of(JSON.std.asString(line));
    } catch (IOException e) {
      throw new IllegalStateException("counters cannot be written: " + counts, e);
    }
  }
}
