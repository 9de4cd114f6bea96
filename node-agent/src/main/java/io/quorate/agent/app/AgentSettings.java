package io.quorate.agent.app;

import io.micronaut.context.annotation.ConfigurationProperties;
import java.util.Optional;

/**
 * The agent's settings as Micronaut binds them, unread: {@code stopEtcdOnExit} is {@code
 * QUORATE_STOP_ETCD_ON_EXIT} in the environment. All are texts, for a value that cannot be used
 * must not hide the next one: {@link AgentConfigReader} checks them together.
 */
@ConfigurationProperties("quorate")
record AgentSettings(
    Optional<String> cluster,
    Optional<String> clustersTable,
    Optional<String> nodesTable,
    Optional<String> dataDir,
    Optional<String> etcdDir,
    Optional<String> httpPort,
    Optional<String> peerPort,
    Optional<String> clientPort,
    Optional<String> instanceId,
    Optional<String> zone,
    Optional<String> address,
    Optional<String> stopEtcdOnExit,
    Optional<String> bucket,
    Optional<String> s3Endpoint,
    Optional<String> s3Region,
    Optional<String> s3PathStyle,
    Optional<String> s3KmsKey,
    Optional<String> logFormat,
    Optional<String> logLevel) {}
