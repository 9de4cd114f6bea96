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
import io.quorate.localcloud.wire.Glob;
import io.quorate.model.ClusterUid;
import io.quorate.spec.SpecReader;
import io.quorate.store.SpecWrites;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the account's events about other people's groups and instances cost the real artifact. */
class ForeignEventsTest {
  private static final String SCHEDULE =
      "{\"source\": \"aws.events\", \"detail-type\": \"Scheduled Event\", \"detail\": {}}";
  private static final String GROUP_EVENT =
      "{\"source\": \"aws.autoscaling\", \"detail\": {\"AutoScalingGroupName\": \"other-%d\"}}";
  private static final String INSTANCE_EVENT =
      "{\"source\": \"aws.ec2\", \"detail\": {\"instance-id\": \"i-%017x\", \"state\": \"terminated\"}}";
  private static final int EVENTS = 2_000;
  private static final int BATCH = 10;

  private LocalCloud cloud;
  private LambdaHost host;

  @BeforeEach
  void deploy(@TempDir Path home) throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    LambdaFunction function = ArtifactUnderTest.on(cloud, home);
    QuorateRights.enforceOn(cloud, instance -> Optional.empty());
    LocalCompute compute = LocalCompute.on(cloud, home, settings -> settings.withAddressBlock(150));
    compute.fleet().template("demo", LaunchTemplate.running(List.of("true")));
    host = compute.host(function);
    apply("demo");
  }

  @AfterEach
  void close() throws IOException {
    cloud.close();
  }

  @Test
  void costNoCallHoweverManyThereAre() throws Exception {
    assertThat(failuresOf(SCHEDULE)).isEmpty();
    Instant begun = Instant.now();
    cloud.requests().clear();

    for (int from = 0; from < EVENTS; from += BATCH) {
      assertThat(failuresOf(foreign(from))).isEmpty();
    }

    assertThat(calls("autoscaling")).isZero();
    assertThat(calls("ec2")).isZero();
    // The list of clusters is read again each half minute, however many events there are.
    long halfMinutes = Duration.between(begun, Instant.now()).toSeconds() / 30;
    assertThat(calls("*")).isLessThanOrEqualTo(halfMinutes);
  }

  @Test
  void askForTheGroupsOnceWhereNoTurnHasSeenThem() throws Exception {
    cloud
        .faults()
        .add(
            FaultRule.always("down", new FaultAction.Fail(503, "ServiceUnavailable"))
                .forPrincipal(Principals.CONTROLLER)
                .onService("autoscaling"));
    String first = "{\"Records\": [" + queued("m-1", INSTANCE_EVENT.formatted(1)) + "]}";
    assertThat(failuresOf(first)).as("nobody knows whose it is").containsExactly("m-1");
    cloud.faults().clear();
    cloud.requests().clear();

    assertThat(failuresOf(first)).isEmpty();
    assertThat(failuresOf(foreign(0))).isEmpty();

    assertThat(calls("autoscaling")).isOne();
  }

  private long calls(String service) {
    return cloud.requests().count(Glob.of(Principals.CONTROLLER), Glob.of(service), Glob.ANY);
  }

  private static String foreign(int from) throws IOException {
    List<String> records = new ArrayList<>();
    for (int n = from; n < from + BATCH; n++) {
      String event = n % 2 == 0 ? GROUP_EVENT : INSTANCE_EVENT;
      records.add(queued("m-" + n, event.formatted(n)));
    }
    return "{\"Records\": [" + String.join(",", records) + "]}";
  }

  private static String queued(String id, String body) throws IOException {
    return JSON.std.asString(Map.of("messageId", id, "body", body, "eventSource", "aws:sqs"));
  }

  /** The item identifiers of a successful answer. */
  private List<String> failuresOf(String event) throws Exception {
    InvocationResult result = host.invoke(event.getBytes(UTF_8)).get(90, TimeUnit.SECONDS);
    assertThat(result.succeeded()).as(result.text()).isTrue();
    List<String> failures = new ArrayList<>();
    for (Object item :
        (List<?>) JSON.std.mapFrom(result.text()).getOrDefault("batchItemFailures", List.of())) {
      failures.add(String.valueOf(((Map<?, ?>) item).get("itemIdentifier")));
    }
    return failures;
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
}
