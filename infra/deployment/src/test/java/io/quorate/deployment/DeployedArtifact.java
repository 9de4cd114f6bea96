package io.quorate.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.QuorateRights;
import io.quorate.localcloud.compute.LocalCompute;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.instance.LaunchTemplate;
import io.quorate.localcloud.lambda.InvocationResult;
import io.quorate.localcloud.lambda.LambdaFunction;
import io.quorate.localcloud.lambda.LambdaHost;
import io.quorate.model.ClusterUid;
import io.quorate.spec.SpecReader;
import io.quorate.store.SpecWrites;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The real artifact in a JVM of its own on a local cloud, with an empty cluster named demo. */
record DeployedArtifact(LocalCloud cloud, LambdaHost host) implements AutoCloseable {
  static final String SCHEDULE =
      "{\"source\": \"aws.events\", \"detail-type\": \"Scheduled Event\", \"detail\": {}}";

  static DeployedArtifact start(Path home) throws IOException {
    LocalCloud cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    LambdaFunction function = ArtifactUnderTest.on(cloud, home);
    QuorateRights.enforceOn(cloud, instance -> Optional.empty());
    LocalCompute compute = LocalCompute.on(cloud, home, settings -> settings.withAddressBlock(150));
    compute.fleet().template("demo", LaunchTemplate.running(List.of("true")));
    DeployedArtifact deployed = new DeployedArtifact(cloud, compute.host(function));
    deployed.apply("demo");
    return deployed;
  }

  private void apply(String name) {
    try (SdkClients clients = new SdkClients(cloud, Principals.ADMINISTRATOR)) {
      TableNames tables =
          new TableNames(QuorateResources.CLUSTERS_TABLE, QuorateResources.NODES_TABLE);
      new SpecWrites(new DynamoDbRecordStore(clients.dynamoDb(), tables))
          .apply(
              SpecReader.read("name: " + name + "\netcd:\n  version: 3.5\n").orThrow(),
              new ClusterUid("00000000-0000-0000-0000-000000000001"),
              Instant.now(),
              "test");
    }
    group(cloud, name, "demo");
  }

  /** An empty group of the local cloud. */
  static void group(LocalCloud cloud, String name, String template) {
    try (SdkClients clients = new SdkClients(cloud, Principals.ADMINISTRATOR)) {
      clients
          .autoScaling()
          .createAutoScalingGroup(
              group ->
                  group
                      .autoScalingGroupName(name)
                      .launchTemplate(of -> of.launchTemplateName(template))
                      .minSize(0)
                      .maxSize(0)
                      .availabilityZones("us-east-1a"));
    }
  }

  static FaultRule down(String service, String operation) {
    return FaultRule.always("down", new FaultAction.Fail(503, "ServiceUnavailable"))
        .forPrincipal(Principals.CONTROLLER)
        .onService(service)
        .onOperation(operation);
  }

  static String queued(String id, String body) throws IOException {
    return JSON.std.asString(Map.of("messageId", id, "body", body, "eventSource", "aws:sqs"));
  }

  static String batch(String... records) {
    return "{\"Records\": [" + String.join(",", records) + "]}";
  }

  /** Hands the event to the function: the item identifiers of its successful answer. */
  List<String> failuresOf(String event) throws Exception {
    InvocationResult result = host.invoke(event.getBytes(UTF_8)).get(90, TimeUnit.SECONDS);
    assertThat(result.succeeded()).as(result.text()).isTrue();
    Map<String, Object> answer = JSON.std.mapFrom(result.text());
    assertThat(answer).containsOnlyKeys("batchItemFailures");
    List<?> failures = (List<?>) Objects.requireNonNull(answer.get("batchItemFailures"));
    return failures.stream()
        .map(item -> String.valueOf(((Map<?, ?>) item).get("itemIdentifier")))
        .toList();
  }

  @Override
  public void close() throws IOException {
    cloud.close();
  }
}
