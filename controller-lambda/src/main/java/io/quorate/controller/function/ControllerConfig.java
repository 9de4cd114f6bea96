package io.quorate.controller.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The function's configuration.
 *
 * @param clustersTable name of the clusters table
 * @param nodesTable name of the nodes table
 * @param bucket where the lineage's twin stands
 */
record ControllerConfig(String clustersTable, String nodesTable, String bucket) {
  static final String CLUSTERS = "QUORATE_CLUSTERS_TABLE";
  static final String NODES = "QUORATE_NODES_TABLE";
  static final String BUCKET = "QUORATE_BUCKET";

  /**
   * Reads the environment.
   *
   * @throws IllegalStateException naming every variable that is missing
   */
  static ControllerConfig from(Map<String, String> environment) {
    List<String> missing = new ArrayList<>();
    for (String name : List.of(CLUSTERS, NODES, BUCKET)) {
      if (environment.getOrDefault(name, "").isBlank()) {
        missing.add(name);
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "environment: " + missing + " not set, expected names; set them on the Lambda function");
    }
    return new ControllerConfig(
        environment.getOrDefault(CLUSTERS, ""),
        environment.getOrDefault(NODES, ""),
        environment.getOrDefault(BUCKET, ""));
  }
}
