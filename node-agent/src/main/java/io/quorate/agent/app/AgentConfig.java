package io.quorate.agent.app;

import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.s3.S3Settings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The agent's settings, all from the environment; what belongs to the cluster stands in its spec.
 *
 * @param cluster the cluster this instance belongs to
 * @param clustersTable DynamoDB table with the clusters' records
 * @param nodesTable DynamoDB table with the heartbeats
 * @param dataDir folder, on one filesystem, for the journal and etcd's data
 * @param etcdDir folder with the etcd binary; absent means the PATH
 * @param httpPort for {@code /healthz}, {@code /readyz} and {@code /metrics}
 * @param peerPort etcd's, for other members
 * @param clientPort etcd's, for clients
 * @param instance used in place of the instance's own id
 * @param zone used in place of the instance's own availability zone
 * @param address used in place of the instance's own address
 * @param stopEtcdOnExit whether SIGTERM to the agent also stops etcd
 * @param snapshots the bucket that snapshots go to; absent means that this node takes none
 */
public record AgentConfig(
    ClusterName cluster,
    String clustersTable,
    String nodesTable,
    Path dataDir,
    Optional<Path> etcdDir,
    int httpPort,
    int peerPort,
    int clientPort,
    Optional<InstanceId> instance,
    Optional<String> zone,
    Optional<String> address,
    boolean stopEtcdOnExit,
    Optional<S3Settings> snapshots) {}
