package io.quorate.agent.app;

import io.micronaut.context.BeanProvider;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.quorate.agent.metrics.AgentMetrics;
import io.quorate.agent.metrics.MeasuredRecordStore;
import io.quorate.dynamodb.DynamoDbClients;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.release.ProjectVersion;
import io.quorate.store.RecordStore;
import jakarta.inject.Singleton;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Wires the agent: settings to identity, identity to store, store to the agent, agent to pages. */
@Factory
final class AgentBeans {
  private static final Duration STORE_ATTEMPT = Duration.ofSeconds(2);
  private static final Duration STORE_CALL = Duration.ofSeconds(5);
  private static final Duration TICK_MAX = Duration.ofSeconds(60);
  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final String METADATA = "http://169.254.169.254";

  /** Where the instance metadata service is. */
  static String metadataEndpoint() {
    return Optional.ofNullable(System.getenv("AWS_EC2_METADATA_SERVICE_ENDPOINT")).orElse(METADATA);
  }

  @Singleton
  InstanceIdentityCache memory(AgentConfig config) {
    return new InstanceIdentityCache(config.dataDir(), Path.of("/"));
  }

  @Singleton
  InstanceIdentityResolver atStart(AgentConfig config, InstanceIdentityCache memory) {
    InstanceIdentitySource identities =
        new InstanceIdentitySource(config, Optional.ofNullable(System.getenv("AWS_REGION")));
    String endpoint = metadataEndpoint();
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
    System.setProperty("aws.region", found.identity().region()); // Every AWS client's default.
    return found.identity();
  }

  @Singleton
  @Bean(preDestroy = "close")
  DynamoDbClient dynamoDb(InstanceIdentity identity) {
    return DynamoDbClients.bounded(STORE_ATTEMPT, STORE_CALL);
  }

  @Singleton
  AgentMetrics metrics(BeanProvider<RunningAgent> agent) {
    return new AgentMetrics(ProjectVersion.read(), () -> agent.get().snapshot());
  }

  @Singleton
  RecordStore store(AgentConfig config, DynamoDbClient client, AgentMetrics metrics) {
    TableNames tables = new TableNames(config.clustersTable(), config.nodesTable());
    return new MeasuredRecordStore(
        new DynamoDbRecordStore(client, tables), metrics, System::nanoTime);
  }

  @Singleton
  AgentProcess agent(AgentConfig config, InstanceIdentity identity, RecordStore store) {
    return AgentProcess.open(config, identity, store);
  }

  @Singleton
  AdminServerStarter pages(
      AgentConfig config, InstanceIdentity identity, AgentMetrics metrics, RunningAgent agent) {
    InetSocketAddress address = new InetSocketAddress(identity.address(), config.httpPort());
    HealthChecks health = new HealthChecks(agent::snapshot, System::nanoTime, TICK_MAX);
    return new AdminServerStarter(
        () -> AdminServer.serve(address, metrics.registry(), health), RetryPause.of(AGAIN));
  }
}
