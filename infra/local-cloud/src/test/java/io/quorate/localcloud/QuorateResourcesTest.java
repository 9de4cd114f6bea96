package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.terraform.ControlPlaneModule;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** What is created here is what Terraform's control-plane module creates. */
class QuorateResourcesTest {
  private static final ControlPlaneModule MODULE = ControlPlaneModule.get();

  private static LocalCloud cloud;
  private static QuorateResources resources;

  @BeforeAll
  static void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    resources = QuorateResources.createOn(cloud);
  }

  @AfterAll
  static void stop() throws IOException {
    cloud.close();
  }

  @Test
  void allNamesAreTheModules() {
    assertThat(
            List.of(
                resources.clustersTable(),
                resources.nodesTable(),
                resources.bucket(),
                nameOf(resources.queueUrl()),
                nameOf(resources.deadLetterQueueUrl()),
                nameOf(resources.failuresQueueUrl())))
        .containsExactly(
            MODULE.name("clusters_table"),
            MODULE.name("nodes_table"),
            MODULE.name("bucket"),
            MODULE.name("queue"),
            MODULE.name("dead_letter_queue"),
            MODULE.name("failures_queue"));
  }

  private static String nameOf(String url) {
    return url.substring(url.lastIndexOf('/') + 1);
  }

  @Test
  void tablesHaveTheModulesKeysAndStream() {
    try (DynamoDbClient db = AwsClients.of(cloud, "terraform").dynamoDb()) {
      TableDescription clusters =
          db.describeTable(t -> t.tableName(MODULE.name("clusters_table"))).table();
      TableDescription nodes =
          db.describeTable(t -> t.tableName(MODULE.name("nodes_table"))).table();
      assertThat(keys(clusters))
          .containsExactly(MODULE.tables().partitionKey(), MODULE.tables().clustersSortKey());
      assertThat(keys(nodes))
          .containsExactly(MODULE.tables().partitionKey(), MODULE.tables().nodesSortKey());
      assertThat(clusters.streamSpecification()).isNull();
      assertThat(nodes.streamSpecification().streamViewTypeAsString())
          .isEqualTo(MODULE.tables().nodesStream());
    }
  }

  private static List<String> keys(TableDescription table) {
    return table.keySchema().stream().map(KeySchemaElement::attributeName).toList();
  }

  @Test
  void anEventThatFailsGoesWhereTheModuleSays() {
    try (SqsClient sqs = AwsClients.of(cloud, "terraform").sqs()) {
      Map<QueueAttributeName, String> attributes =
          sqs.getQueueAttributes(
                  q -> q.queueUrl(resources.queueUrl()).attributeNames(QueueAttributeName.ALL))
              .attributes();
      assertThat(attributes)
          .containsEntry(
              QueueAttributeName.VISIBILITY_TIMEOUT,
              String.valueOf(MODULE.queue().visibility().toSeconds()));
      assertThat(attributes.get(QueueAttributeName.REDRIVE_POLICY))
          .contains(
              ":" + MODULE.name("dead_letter_queue") + "\"",
              "\"maxReceiveCount\":" + MODULE.queue().maxReceives());
    }
  }
}
