package io.quorate.cost;

import io.quorate.localcloud.wire.JsonBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The metrics that a function publishes by its log, in CloudWatch's embedded metric format. Each is
 * billed by itself: a name with its dimensions. Those of a condition are billed only for the hours
 * in which it held, and are not counted.
 *
 * @param functions those of the function, however many clusters it serves
 * @param clusters those with a cluster's name as a dimension, of one cluster
 */
record PublishedSeries(int functions, int clusters) {
  private static final String CLUSTER = "Cluster";
  private static final String CONDITION = "Condition";

  /** Those on these lines of the log of a function that serves one cluster. */
  static PublishedSeries in(List<String> log) throws IOException {
    Set<String> functions = new HashSet<>();
    Set<String> clusters = new HashSet<>();
    for (String line : log) {
      if (line.startsWith("{") && line.contains("CloudWatchMetrics")) {
        JsonBody published = JsonBody.of(line.getBytes(StandardCharsets.UTF_8));
        if (published.text(CONDITION).isPresent()) {
          continue;
        }
        boolean ofCluster = published.text(CLUSTER).isPresent();
        for (JsonBody directive : published.object("_aws").objects("CloudWatchMetrics")) {
          for (JsonBody metric : directive.objects("Metrics")) {
            metric.text("Name").ifPresent((ofCluster ? clusters : functions)::add);
          }
        }
      }
    }
    return new PublishedSeries(functions.size(), clusters.size());
  }
}
