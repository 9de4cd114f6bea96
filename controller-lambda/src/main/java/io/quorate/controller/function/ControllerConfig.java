package io.quorate.controller.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The function's configuration.
 *
 * @param clustersTable name of the clusters table
 * @param nodesTable name of the nodes table
 * @param bucket where the lineage mirror is
 */
record ControllerConfig(String clustersTable, String nodesTable, String bucket) {
  /**
   * Reads the settings that were bound.
   *
   * @throws IllegalStateException naming every variable that is missing
   */
  static ControllerConfig of(ControllerSettings settings) {
    List<String> missing = new ArrayList<>();
    ControllerConfig config =
        new ControllerConfig(
            needed("QUORATE_CLUSTERS_TABLE", settings.clustersTable(), missing),
            needed("QUORATE_NODES_TABLE", settings.nodesTable(), missing),
            needed("QUORATE_BUCKET", settings.bucket(), missing));
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "environment: " + missing + " not set, expected names; set them on the Lambda function");
    }
    return config;
  }

  private static String needed(String variable, Optional<String> set, List<String> missing) {
    String value = set.orElse("");
    if (value.isBlank()) {
      missing.add(variable);
    }
    return value;
  }
}
