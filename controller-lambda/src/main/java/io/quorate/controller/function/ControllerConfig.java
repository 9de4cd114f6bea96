package io.quorate.controller.function;

import io.quorate.controller.function.InvocationMetrics.Detail;
import io.quorate.logback.LogSetting;
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
   * @throws IllegalStateException naming every variable that is missing or cannot be used
   */
  static ControllerConfig of(ControllerSettings settings) {
    List<String> missing = new ArrayList<>();
    ControllerConfig config =
        new ControllerConfig(
            needed("QUORATE_CLUSTERS_TABLE", settings.clustersTable(), missing),
            needed("QUORATE_NODES_TABLE", settings.nodesTable(), missing),
            needed("QUORATE_BUCKET", settings.bucket(), missing));
    List<String> wrong = new ArrayList<>();
    if (!missing.isEmpty()) {
      wrong.add(missing + " not set, expected names; set them on the Lambda function");
    }
    unusable(LogSetting.FORMAT, settings.logFormat()).ifPresent(wrong::add);
    unusable(LogSetting.LEVEL, settings.logLevel()).ifPresent(wrong::add);
    settings
        .metrics()
        .filter(value -> !value.isEmpty() && Detail.named(value).isEmpty())
        .ifPresent(value -> wrong.add(unusable(Detail.VARIABLE, value, Detail.EXPECTED)));
    if (!wrong.isEmpty()) {
      throw new IllegalStateException("environment: " + String.join("\n", wrong));
    }
    return config;
  }

  /** The log was set up before, without what is refused here. */
  private static Optional<String> unusable(LogSetting setting, Optional<String> set) {
    return set.filter(value -> !value.isEmpty() && !setting.form().matcher(value).matches())
        .map(value -> unusable(setting.variable(), value, setting.expected()));
  }

  private static String unusable(String variable, String value, String expected) {
    return "%s is '%s', expected %s; correct it on the Lambda function or remove it"
        .formatted(variable, value, expected);
  }

  private static String needed(String variable, Optional<String> set, List<String> missing) {
    String value = set.orElse("");
    if (value.isBlank()) {
      missing.add(variable);
    }
    return value;
  }
}
