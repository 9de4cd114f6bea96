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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The real artifact in a JVM of its own, behind the runtime API, through each of its triggers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControllerArtifactTest {
  private static final String SCHEDULE =
      "{\"source\": \"aws.events\", \"detail-type\": \"Scheduled Event\", \"detail\": {}}";
  private static final String OF_THE_GROUP =
      "{\"source\": \"aws.autoscaling\", \"detail\": {\"AutoScalingGroupName\": \"demo\"}}";
  private static final String OF_AN_INSTANCE =
      "{\"source\": \"aws.ec2\", \"detail\": {\"instance-id\": \"i-0123456789abcdef0\"}}";
  private static final String OF_SOMETHING_ELSE = "{\"source\": \"aws.health\", \"detail\": {}}";

  private LocalCloud cloud;
  private LambdaHost host;

  @BeforeAll
  void deploy(@TempDir Path home) throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    LambdaFunction function = ArtifactUnderTest.on(cloud, home);
    QuorateRights.enforceOn(cloud, instance -> Optional.empty());
    LocalCompute compute = LocalCompute.on(cloud, home, settings -> settings.withAddressBlock(150));
    compute.fleet().template("demo", LaunchTemplate.running(List.of("true")));
    host = compute.host(function);
    apply("demo");
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
      clients
          .autoScaling()
          .createAutoScalingGroup(
              group ->
                  group
                      .autoScalingGroupName(name)
                      .launchTemplate(template -> template.launchTemplateName("demo"))
                      .minSize(0)
                      .maxSize(0)
                      .availabilityZones("us-east-1a"));
    }
  }

  @AfterAll
  void close() throws IOException {
    cloud.close();
  }

  @AfterEach
  void mend() {
    cloud.faults().clear();
  }

  @Test
  void aScheduleLooksAtEveryCluster() throws Exception {
    assertThat(failuresOf(SCHEDULE)).isEmpty();
    long token = token();
    assertThat(failuresOf(SCHEDULE)).isEmpty();
    assertThat(token()).as("the lease's token grows with each turn").isGreaterThan(token);

    cloud.faults().add(down("dynamodb", "*").onResource(QuorateResources.NODES_TABLE));
    assertThat(failuresOf(SCHEDULE)).as("a schedule has no items to try again").isEmpty();
    assertThat(last()).containsEntry("FailedTurns", 1);
    assertThat(String.valueOf(last().get("_aws"))).contains("Quorate", "FailedTurns");
    assertThat(last()).containsEntry("FunctionName", "quorate-controller");
  }

  @Test
  void ofAQueuesBatchOnlyWhatCanStillSucceedComesAgain() throws Exception {
    cloud.faults().add(down("dynamodb", "*").onResource(QuorateResources.NODES_TABLE));
    String messages =
        batch(
            queued("m-1", OF_THE_GROUP),
            queued("m-2", "no JSON"),
            queued("m-3", OF_SOMETHING_ELSE));
    assertThat(failuresOf(messages)).containsExactly("m-1");
    assertThat(last())
        .containsEntry("MalformedEvents", 1)
        .containsEntry("ForeignEvents", 1)
        .containsEntry("FailedTurns", 1);

    mend();
    assertThat(failuresOf(batch(queued("m-4", OF_AN_INSTANCE)))).isEmpty();
    assertThat(last()).containsEntry("ForeignEvents", 1);
  }

  @Test
  void aStreamsBatchIsReportedByItsSequenceNumbers() throws Exception {
    assertThat(failuresOf(batch(streamed("100", "demo"), streamed("200", "other")))).isEmpty();
    assertThat(last()).containsEntry("ForeignEvents", 1);

    cloud.faults().add(down("dynamodb", "*"));
    assertThat(failuresOf(batch(streamed("300", "demo")))).containsExactly("300");
    assertThat(last()).containsEntry("FailedTurns", 1);
  }

  @Test
  void whatIsNoTriggerIsCountedAndNotTriedAgain() throws Exception {
    assertThat(failuresOf("{\"source\": \"somebody\"}")).isEmpty();
    assertThat(last()).containsEntry("MalformedEvents", 1);
  }

  private static FaultRule down(String service, String operation) {
    return FaultRule.always("down", new FaultAction.Fail(503, "ServiceUnavailable"))
        .forPrincipal(Principals.CONTROLLER)
        .onService(service)
        .onOperation(operation);
  }

  private static String queued(String id, String body) throws IOException {
    return JSON.std.asString(Map.of("messageId", id, "body", body, "eventSource", "aws:sqs"));
  }

  private static String streamed(String sequence, String cluster) {
    return """
        {"eventSource": "aws:dynamodb", "dynamodb": {"SequenceNumber": "%s",
        "Keys": {"cluster": {"S": "%s"}, "instance": {"S": "i-0123456789abcdef0"}}}}"""
        .formatted(sequence, cluster);
  }

  private static String batch(String... records) {
    return "{\"Records\": [" + String.join(",", records) + "]}";
  }

  /** The item identifiers of a successful answer. */
  private List<String> failuresOf(String event) throws Exception {
    InvocationResult result = host.invoke(event.getBytes(UTF_8)).get(90, TimeUnit.SECONDS);
    assertThat(result.succeeded()).as(result.text()).isTrue();
    Map<String, Object> answer = JSON.std.mapFrom(result.text());
    assertThat(answer).containsOnlyKeys("batchItemFailures");
    List<?> failures = (List<?>) Objects.requireNonNull(answer.get("batchItemFailures"));
    return failures.stream()
        .map(item -> String.valueOf(((Map<?, ?>) item).get("itemIdentifier")))
        .toList();
  }

  private Map<String, Object> last() throws IOException {
    List<Map<String, Object>> all = counters();
    return all.get(all.size() - 1);
  }

  /** Every line of the function's counters, in CloudWatch's embedded metric format. */
  private List<Map<String, Object>> counters() throws IOException {
    if (host.environments().isEmpty()) {
      return List.of();
    }
    List<Map<String, Object>> found = new ArrayList<>();
    for (String line : Files.readAllLines(host.environments().get(0).log())) {
      if (line.startsWith("{\"_aws\"") && !line.contains("\"Cluster\":")) {
        found.add(JSON.std.mapFrom(line));
      }
    }
    return found;
  }

  private long token() {
    Map<String, AttributeValue> key =
        Map.of("cluster", AttributeValue.fromS("demo"), "record", AttributeValue.fromS("lease"));
    try (SdkClients clients = new SdkClients(cloud, Principals.ADMINISTRATOR)) {
      Map<String, AttributeValue> lease =
          clients
              .dynamoDb()
              .getItem(read -> read.tableName(QuorateResources.CLUSTERS_TABLE).key(key))
              .item();
      return Long.parseLong(Objects.requireNonNull(lease.get("token")).n());
    }
  }
}
