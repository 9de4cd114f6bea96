package io.quorate.controller.function;

import io.micronaut.context.annotation.ConfigurationProperties;
import java.util.Optional;

/**
 * The function's settings as Micronaut binds them, unread: {@code clustersTable} is {@code
 * QUORATE_CLUSTERS_TABLE} in the environment.
 */
@ConfigurationProperties("quorate")
record ControllerSettings(
    Optional<String> clustersTable,
    Optional<String> nodesTable,
    Optional<String> bucket,
    Optional<String> logFormat,
    Optional<String> logLevel,
    Optional<String> metrics,
    Optional<String> sweepInvocations) {
  /**
   * What is published of each cluster; what names nothing is refused by {@link ControllerConfig}.
   */
  InvocationMetrics.Detail detail() {
    return metrics
        .flatMap(InvocationMetrics.Detail::named)
        .orElse(InvocationMetrics.Detail.ATTENTION);
  }
}
