package io.quorate.agent.app;

import static java.util.stream.Collectors.joining;

import io.micronaut.context.BeanProvider;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.exceptions.ConfigurationException;
import io.quorate.agent.metrics.AgentMetrics;
import io.quorate.agent.metrics.ClusterMetrics;
import io.quorate.agent.metrics.ClusterWatch;
import io.quorate.agent.metrics.MeasuredRecordStore;
import io.quorate.agent.metrics.MetricLabels;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.release.ProjectVersion;
import io.quorate.secrets.Secrets;
import io.quorate.store.RecordStore;
import jakarta.inject.Singleton;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Wires the agent: settings to identity, identity to store, store to the agent, agent to pages. */
@Factory
final class AgentBeans {
  private static final Duration TICK_MAX = Duration.ofSeconds(60);
  private static final Duration AGAIN = Duration.ofSeconds(5);

  @Singleton
  AgentConfigResult read(AgentSettings settings) {
    return AgentConfigReader.read(settings);
  }

  @Singleton
  AgentConfig config(AgentConfigResult read) {
    return switch (read) {
      case AgentConfigResult.Valid valid -> valid.config();
      case AgentConfigResult.Invalid invalid ->
          throw new ConfigurationException(
              invalid.errors().stream().map(ConfigError::toString).collect(joining("\n")));
    };
  }

  @Singleton
  InstanceIdentityCache memory(AgentConfig config) {
    return new InstanceIdentityCache(config.dataDir(), Path.of("/"));
  }

  @Singleton
  InstanceIdentityResolver atStart(
      AgentConfig config, AwsSettings aws, InstanceIdentityCache memory, SdkHttpClient http) {
    InstanceIdentitySource identities = new InstanceIdentitySource(config, aws.region(), http);
    String endpoint = aws.metadataEndpoint();
    return new InstanceIdentityResolver(
        () -> identities.learn(endpoint),
        () ->
            config.instance().isPresent() // It proves nothing of the machine.
                ? Optional.empty()
                : memory.recall().map(identities::of),
        RetryPause.of(AGAIN));
  }

  @Singleton
  InstanceIdentityResolver.Found found(InstanceIdentityResolver atStart) {
    try {
      return atStart.find();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted before it was told which instance this is", e);
    }
  }

  @Singleton
  InstanceIdentity identity(InstanceIdentityResolver.Found found) {
    return found.identity();
  }

  @Singleton
  AgentMetrics metrics(
      AgentConfig config, InstanceIdentity identity, BeanProvider<RunningAgent> agent) {
    return new AgentMetrics(
        new MetricLabels(config.cluster().value(), identity.zone(), ProjectVersion.read()),
        config.dataDir().toFile(),
        () -> agent.get().snapshot(),
        InstantSource.system());
  }

  @Singleton
  RecordStore store(AgentConfig config, DynamoDbClient client, AgentMetrics metrics) {
    TableNames tables = new TableNames(config.clustersTable(), config.nodesTable());
    return new MeasuredRecordStore(
        new DynamoDbRecordStore(client, tables), metrics, System::nanoTime);
  }

  @Singleton
  AgentProcess agent(
      AgentConfig config,
      AwsSettings aws,
      InstanceIdentity identity,
      RecordStore store,
      BeanProvider<S3Client> objects,
      Secrets secrets) {
    return AgentProcess.open(
        config,
        identity,
        store,
        objects::get,
        secrets,
        new MetadataDocuments(aws.metadataEndpoint()));
  }

  @Singleton
  AdminServerStarter pages(
      AgentConfig config,
      InstanceIdentity identity,
      AgentMetrics metrics,
      ClusterMetrics cluster,
      AgentProcess agent) {
    metrics.add(cluster);
    InetSocketAddress address = new InetSocketAddress(identity.address(), config.httpPort());
    HealthChecks health = new HealthChecks(agent::snapshot, System::nanoTime, TICK_MAX);
    EtcdMetricsHandler etcd = new EtcdMetricsHandler(agent.etcdMetrics()::open, System::nanoTime);
    return new AdminServerStarter(
        () -> AdminServer.serve(address, metrics.registry(), health, etcd), RetryPause.of(AGAIN));
  }

  @Singleton
  ClusterMetrics cluster(AgentConfig config, RecordStore store, RunningAgent agent) {
    Executor aside =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("agent-cluster-status").factory());
    return new ClusterMetrics(
        new ClusterWatch(
            store,
            config.cluster(),
            () -> agent.snapshot().leadsOrLacksLeader(),
            () -> agent.snapshot().own().generation() > 0,
            ProjectVersion.read(),
            () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()),
            aside),
        InstantSource.system());
  }
}
