package io.quorate.deployment;

import static io.quorate.deployment.DeployedArtifact.SCHEDULE;
import static io.quorate.deployment.DeployedArtifact.batch;
import static io.quorate.deployment.DeployedArtifact.down;
import static io.quorate.deployment.DeployedArtifact.queued;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.QuorateResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private static final String OF_THE_GROUP =
      "{\"source\": \"aws.autoscaling\", \"detail\": {\"AutoScalingGroupName\": \"demo\"}}";
  private static final String OF_AN_INSTANCE =
      "{\"source\": \"aws.ec2\", \"detail\": {\"instance-id\": \"i-0123456789abcdef0\"}}";
  private static final String OF_SOMETHING_ELSE = "{\"source\": \"aws.health\", \"detail\": {}}";

  private DeployedArtifact artifact;

  @BeforeAll
  void deploy(@TempDir Path home) throws IOException {
    artifact = DeployedArtifact.start(home);
  }

  @AfterAll
  void close() throws IOException {
    artifact.close();
  }

  @AfterEach
  void mend() {
    artifact.cloud().faults().clear();
  }

  @Test
  void aScheduleLooksAtEveryCluster() throws Exception {
    assertThat(artifact.failuresOf(SCHEDULE)).isEmpty();
    long token = token();
    assertThat(artifact.failuresOf(SCHEDULE)).isEmpty();
    assertThat(token()).as("the lease's token grows with each turn").isGreaterThan(token);

    artifact.cloud().faults().add(down("dynamodb", "*").onResource(QuorateResources.NODES_TABLE));
    assertThat(artifact.failuresOf(SCHEDULE)).as("a schedule has no items to try again").isEmpty();
    assertThat(last()).containsEntry("FailedTurns", 1);
    assertThat(String.valueOf(last().get("_aws"))).contains("Quorate", "FailedTurns");
    assertThat(last()).containsEntry("FunctionName", "quorate-controller");
  }

  @Test
  void ofAQueuesBatchOnlyWhatCanStillSucceedComesAgain() throws Exception {
    artifact.cloud().faults().add(down("dynamodb", "*").onResource(QuorateResources.NODES_TABLE));
    String messages =
        batch(
            queued("m-1", OF_THE_GROUP),
            queued("m-2", "no JSON"),
            queued("m-3", OF_SOMETHING_ELSE));
    assertThat(artifact.failuresOf(messages)).containsExactly("m-1");
    assertThat(last())
        .containsEntry("MalformedEvents", 1)
        .containsEntry("ForeignEvents", 1)
        .containsEntry("FailedTurns", 1);

    mend();
    assertThat(artifact.failuresOf(batch(queued("m-4", OF_AN_INSTANCE)))).isEmpty();
    assertThat(last()).containsEntry("ForeignEvents", 1);
  }

  @Test
  void aStreamsBatchIsReportedByItsSequenceNumbers() throws Exception {
    assertThat(artifact.failuresOf(batch(streamed("100", "demo"), streamed("200", "other"))))
        .isEmpty();
    assertThat(last()).containsEntry("ForeignEvents", 1);

    artifact.cloud().faults().add(down("dynamodb", "*"));
    assertThat(artifact.failuresOf(batch(streamed("300", "demo")))).containsExactly("300");
    assertThat(last()).containsEntry("FailedTurns", 1);
  }

  @Test
  void whatIsNoTriggerIsCountedAndNotTriedAgain() throws Exception {
    assertThat(artifact.failuresOf("{\"source\": \"somebody\"}")).isEmpty();
    assertThat(last()).containsEntry("MalformedEvents", 1);
  }

  private static String streamed(String sequence, String cluster) {
    return """
        {"eventSource": "aws:dynamodb", "dynamodb": {"SequenceNumber": "%s",
        "Keys": {"cluster": {"S": "%s"}, "instance": {"S": "i-0123456789abcdef0"}}}}"""
        .formatted(sequence, cluster);
  }

  private Map<String, Object> last() throws IOException {
    List<Map<String, Object>> all = counters();
    return all.get(all.size() - 1);
  }

  /** Every line of the function's counters, in CloudWatch's embedded metric format. */
  private List<Map<String, Object>> counters() throws IOException {
    if (artifact.host().environments().isEmpty()) {
      return List.of();
    }
    List<Map<String, Object>> found = new ArrayList<>();
    for (String line : Files.readAllLines(artifact.host().environments().get(0).log())) {
      if (line.startsWith("{\"_aws\"") && !line.contains("\"Cluster\":")) {
        found.add(JSON.std.mapFrom(line));
      }
    }
    return found;
  }

  private long token() {
    Map<String, AttributeValue> key =
        Map.of("cluster", AttributeValue.fromS("demo"), "record", AttributeValue.fromS("lease"));
    try (SdkClients clients = new SdkClients(artifact.cloud(), Principals.ADMINISTRATOR)) {
      Map<String, AttributeValue> lease =
          clients
              .dynamoDb()
              .getItem(read -> read.tableName(QuorateResources.CLUSTERS_TABLE).key(key))
              .item();
      return Long.parseLong(Objects.requireNonNull(lease.get("token")).n());
    }
  }
}
