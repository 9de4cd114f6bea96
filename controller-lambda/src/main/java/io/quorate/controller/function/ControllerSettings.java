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
    Optional<String> logLevel) {}
