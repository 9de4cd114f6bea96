package io.quorate.agent.app;

import io.micronaut.context.BeanProvider;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.quorate.agent.metrics.AgentMetrics;
import io.quorate.agent.metrics.MeasuredRecordStore;
import io.quorate.dynamodb.DynamoDbClients;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.store.RecordStore;
import jakarta.inject.Singleton;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Wires the agent: settings to identity, identity to store, store to the agent, agent to pages. */
@Factory
final class AgentBeans {
  private static final Duration STORE_ATTEMPT = Duration.ofSeconds(2);
  private static final Duration STORE_CALL = Duration.ofSeconds(5);
  private static final Duration TICK_MAX = Duration.ofSeconds(60);
  private static final String METADATA = "http://169.254.169.254";

  @Singleton
  InstanceIdentity identity(AgentConfig config) {
    InstanceIdentity identity =
        new InstanceIdentities(config, Optional.ofNullable(System.getenv("AWS_REGION")))
            .learn(
                Optional.ofNullable(System.getenv("AWS_EC2_METADATA_SERVICE_ENDPOINT"))
                    .orElse(METADATA));
    System.setProperty("aws.region", identity.region()); // Every AWS client's default.
    return identity;
  }

  @Singleton
  @Bean(preDestroy = "close")
  DynamoDbClient dynamoDb(InstanceIdentity identity) {
    return DynamoDbClients.bounded(STORE_ATTEMPT, STORE_CALL);
  }

  @Singleton
  AgentMetrics metrics(BeanProvider<RunningAgent> agent) {
    return new AgentMetrics(AgentVersion.read(), () -> agent.get().snapshot());
  }

  @Singleton
  RecordStore store(AgentConfig config, DynamoDbClient client, AgentMetrics metrics) {
    TableNames tables = new TableNames(config.clustersTable(), config.nodesTable());
    return new MeasuredRecordStore(
        new DynamoDbRecordStore(client, tables), metrics, System::nanoTime);
  }

  @Singleton
  SupervisingAgent agent(AgentConfig config, InstanceIdentity identity, RecordStore store) {
    return SupervisingAgent.open(config, identity, store);
  }

  @Singleton
  @Bean(preDestroy = "close")
  AgentPages pages(
      AgentConfig config, InstanceIdentity identity, AgentMetrics metrics, RunningAgent agent) {
    return AgentPages.serve(
        new InetSocketAddress(identity.address(), config.httpPort()),
        metrics.registry(),
        new Health(agent::snapshot, System::nanoTime, TICK_MAX));
  }
}
