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
 * @param sweepInvocations how many invocations of the schedule may run at once
 */
record ControllerConfig(
    String clustersTable, String nodesTable, String bucket, int sweepInvocations) {
  private static final String SWEEP = "QUORATE_SWEEP_INVOCATIONS";
  private static final int MOST_INVOCATIONS = 100;

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
            needed("QUORATE_BUCKET", settings.bucket(), missing),
            invocations(settings).orElse(Shares.INVOCATIONS));
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
    settings
        .sweepInvocations()
        .filter(value -> !value.isEmpty() && invocations(settings).isEmpty())
        .ifPresent(
            value ->
                wrong.add(unusable(SWEEP, value, "a whole number from 1 to " + MOST_INVOCATIONS)));
    if (!wrong.isEmpty()) {
      throw new IllegalStateException("environment: " + String.join("\n", wrong));
    }
    return config;
  }

  private static Optional<Integer> invocations(ControllerSettings settings) {
    return settings
        .sweepInvocations()
        .filter(value -> value.matches("[1-9][0-9]{0,2}"))
        .map(Integer::valueOf)
        .filter(count -> count <= MOST_INVOCATIONS);
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
