package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;

/** The documents that Terraform grants hold each part of Quorate to its own. */
class QuorateRightsTest {
  private static final String CLUSTERS = QuorateResources.CLUSTERS_TABLE;
  private static final String NODES = QuorateResources.NODES_TABLE;

  private static final String SNAPSHOT = "x/uid/snapshots/a.json";

  private static LocalCloud cloud;
  private static QuorateResources resources;

  @BeforeAll
  static void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    resources = QuorateResources.createOn(cloud);
    QuorateRights.enforceOn(cloud, id -> Optional.of("x"));
  }

  @AfterAll
  static void stop() throws IOException {
    cloud.close();
  }

  @Test
  void anAgentWritesHeartbeatsAndOnlyReadsTheClusters() {
    try (DynamoDbClient db = AwsClients.of(cloud, "agent-i-1").dynamoDb()) {
      allowed(() -> put(db, NODES, "instance"));
      allowed(() -> db.getItem(g -> g.tableName(NODES).key(key("instance"))));
      allowed(() -> db.getItem(g -> g.tableName(CLUSTERS).key(key("record"))));
      allowed(() -> query(db, CLUSTERS));
      denied(() -> put(db, CLUSTERS, "record"), "dynamodb:PutItem");
      denied(
          () -> db.deleteItem(d -> d.tableName(NODES).key(key("instance"))), "dynamodb:DeleteItem");
      denied(() -> db.scan(s -> s.tableName(NODES)), "dynamodb:Scan");
      denied(() -> db.listTables(), "dynamodb:ListTables");
    }
  }

  @Test
  void anAgentPutsAndGetsSnapshotsAndDeletesNone() {
    try (S3Client s3 = AwsClients.of(cloud, "agent-i-1").s3()) {
      allowed(
          () ->
              s3.putObject(
                  p -> p.bucket(QuorateResources.BUCKET).key(SNAPSHOT).ifNoneMatch("*"),
                  RequestBody.fromString("a")));
      allowed(() -> s3.getObjectAsBytes(g -> g.bucket(QuorateResources.BUCKET).key(SNAPSHOT)));
      denied(
          () -> s3.deleteObject(d -> d.bucket(QuorateResources.BUCKET).key(SNAPSHOT)),
          "s3:DeleteObject");
      denied(() -> s3.listBuckets(), "s3:ListAllMyBuckets");
    }
  }

  @Test
  void theControllerChecksNodesInATransactionButWritesOnlyClusters() {
    try (DynamoDbClient db = AwsClients.of(cloud, "controller").dynamoDb()) {
      TransactWriteItem check =
          TransactWriteItem.builder()
              .conditionCheck(
                  c ->
                      c.tableName(NODES)
                          .key(Map.of("cluster", s("x"), "instance", s("none")))
                          .conditionExpression("attribute_not_exists(instance)"))
              .build();
      allowed(() -> db.transactWriteItems(t -> t.transactItems(check, put(CLUSTERS, "record"))));
      denied(
          () -> db.transactWriteItems(t -> t.transactItems(check, put(NODES, "instance"))),
          "dynamodb:PutItem");
      denied(() -> put(db, NODES, "instance"), "dynamodb:PutItem");
    }
  }

  /** Rows of nodes that are gone; of the clusters nothing ever. */
  @Test
  void onlyTheControllerDeletesRecordsAndOnlyRowsOfNodes() {
    Map<String, AttributeValue> row = Map.of("cluster", s("x"), "instance", s("i-gone"));
    try (DynamoDbClient controller = AwsClients.of(cloud, "controller").dynamoDb();
        DynamoDbClient operator = AwsClients.of(cloud, "operator").dynamoDb()) {
      TransactWriteItem gone =
          TransactWriteItem.builder().delete(d -> d.tableName(NODES).key(row)).build();
      allowed(
          () -> controller.transactWriteItems(t -> t.transactItems(gone, put(CLUSTERS, "record"))));
      allowed(() -> controller.deleteItem(d -> d.tableName(NODES).key(row)));
      denied(
          () -> controller.deleteItem(d -> d.tableName(CLUSTERS).key(key("record"))),
          "dynamodb:DeleteItem");
      denied(() -> operator.deleteItem(d -> d.tableName(NODES).key(row)), "dynamodb:DeleteItem");
    }
  }

  @Test
  void onlyTheControllerDeletesSnapshotsAndNobodyALineage() {
    String lineage = "x/uid/lineage/00000001.json";
    try (S3Client controller = AwsClients.of(cloud, "controller").s3();
        S3Client operator = AwsClients.of(cloud, "operator").s3()) {
      allowed(() -> controller.listObjectsV2(l -> l.bucket(QuorateResources.BUCKET)));
      allowed(() -> controller.listMultipartUploads(l -> l.bucket(QuorateResources.BUCKET)));
      allowed(() -> controller.deleteObject(d -> d.bucket(QuorateResources.BUCKET).key(SNAPSHOT)));
      denied(
          () -> controller.deleteObject(d -> d.bucket(QuorateResources.BUCKET).key(lineage)),
          "s3:DeleteObject");
      denied(
          () -> operator.deleteObject(d -> d.bucket(QuorateResources.BUCKET).key(SNAPSHOT)),
          "s3:DeleteObject");
    }
  }

  @Test
  void theOperatorWritesClustersAndReadsNodes() {
    try (DynamoDbClient db = AwsClients.of(cloud, "operator").dynamoDb()) {
      allowed(() -> put(db, CLUSTERS, "record"));
      allowed(() -> query(db, NODES));
      denied(() -> put(db, NODES, "instance"), "dynamodb:PutItem");
    }
  }

  @Test
  void theOperatorSendsHintsToTheEventsQueueAndTakesNone() {
    try (SqsClient sqs = AwsClients.of(cloud, "operator").sqs();
        SqsClient agent = AwsClients.of(cloud, "agent-i-1").sqs()) {
      String url = resources.queueUrl();
      String hint = "{\"source\":\"quorate\",\"cluster\":\"x\"}";
      allowed(() -> sqs.sendMessage(m -> m.queueUrl(url).messageBody(hint)));
      assertDenied(() -> sqs.receiveMessage(m -> m.queueUrl(url)), 403, "AccessDeniedException");
      assertDenied(() -> sqs.purgeQueue(q -> q.queueUrl(url)), 403, "AccessDeniedException");
      assertDenied(
          () -> agent.sendMessage(m -> m.queueUrl(url).messageBody(hint)),
          403,
          "AccessDeniedException");
    }
  }

  @Test
  void lambdaTakesEventsAndReportsWhatItGaveUp() {
    try (SqsClient sqs = AwsClients.of(cloud, QuorateRights.POLLERS).sqs();
        DynamoDbClient db = AwsClients.of(cloud, QuorateRights.POLLERS).dynamoDb()) {
      String url = resources.queueUrl();
      allowed(() -> sqs.receiveMessage(m -> m.queueUrl(url)));
      DeleteMessageBatchRequestEntry entry =
          DeleteMessageBatchRequestEntry.builder().id("1").receiptHandle("none").build();
      allowed(() -> sqs.deleteMessageBatch(d -> d.queueUrl(url).entries(entry)));
      allowed(
          () -> sqs.sendMessage(m -> m.queueUrl(resources.failuresQueueUrl()).messageBody("{}")));
      assertDenied(
          () -> sqs.sendMessage(m -> m.queueUrl(url).messageBody("{}")),
          403,
          "AccessDeniedException");
      denied(() -> query(db, NODES), "dynamodb:Query");
    }
  }

  @Test
  void eachServiceSaysNoInItsOwnWords() {
    AwsClients agent = AwsClients.of(cloud, "agent-i-1");
    try (SqsClient sqs = agent.sqs();
        AutoScalingClient groups = agent.with(AutoScalingClient.builder()).build();
        Ec2Client ec2 = agent.with(Ec2Client.builder()).build()) {
      assertDenied(() -> sqs.listQueues(), 403, "AccessDeniedException");
      assertDenied(() -> groups.describeAutoScalingGroups(), 403, "AccessDenied");
      assertDenied(() -> ec2.describeInstances(), 403, "UnauthorizedOperation");
    }
  }

  @Test
  void whoeverReadsOrWritesNeedsTheKeysOfBucketAndTables() throws IOException {
    String bucket = "arn:aws:s3:::" + QuorateResources.BUCKET;
    try (LocalCloud locked = LocalCloud.start(LocalCloudConfig.inMemory());
        S3Client s3 = AwsClients.of(locked, "operator").s3();
        DynamoDbClient db = AwsClients.of(locked, "operator").dynamoDb()) {
      QuorateResources.createOn(locked);
      QuorateRights.enforceOn(locked, id -> Optional.of("x"));
      allowed(() -> putOnce(s3, "x/uid/snapshots/b.json"));
      allowed(() -> put(db, CLUSTERS, "record"));

      locked.policies().keys().encrypt(bucket, "another-key");
      denied(() -> putOnce(s3, "x/uid/snapshots/c.json"), "kms:GenerateDataKey");
      denied(
          () ->
              s3.getObjectAsBytes(
                  g -> g.bucket(QuorateResources.BUCKET).key("x/uid/snapshots/b.json")),
          "kms:Decrypt");
      allowed(() -> s3.listObjectsV2(l -> l.bucket(QuorateResources.BUCKET)));
      allowed(() -> put(db, CLUSTERS, "record"));
    }
  }

  private static void putOnce(S3Client s3, String key) {
    s3.putObject(
        p -> p.bucket(QuorateResources.BUCKET).key(key).ifNoneMatch("*"),
        RequestBody.fromString("a"));
  }

  @Test
  void whoHasNoDocumentMayDoAll() {
    try (DynamoDbClient db = AwsClients.of(cloud, "terraform").dynamoDb()) {
      allowed(() -> db.listTables());
    }
  }

  private static void allowed(ThrowingCallable call) {
    assertThatCode(call).doesNotThrowAnyException();
  }

  private static void denied(ThrowingCallable call, String action) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            AwsServiceException.class,
            e -> assertThat(e.awsErrorDetails().errorCode()).startsWith("AccessDenied"))
        .hasMessageContaining(action);
  }

  private static void assertDenied(ThrowingCallable call, int status, String code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            AwsServiceException.class,
            e -> {
              assertThat(e.statusCode()).isEqualTo(status);
              assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
            });
  }

  private static void put(DynamoDbClient db, String table, String sortKey) {
    db.putItem(p -> p.tableName(table).item(key(sortKey)));
  }

  private static TransactWriteItem put(String table, String sortKey) {
    return TransactWriteItem.builder().put(p -> p.tableName(table).item(key(sortKey))).build();
  }

  private static void query(DynamoDbClient db, String table) {
    db.query(
        q ->
            q.tableName(table)
                .keyConditionExpression("#c = :c")
                .expressionAttributeNames(Map.of("#c", "cluster"))
                .expressionAttributeValues(Map.of(":c", s("x"))));
  }

  private static Map<String, AttributeValue> key(String sortKey) {
    return Map.of("cluster", s("x"), sortKey, s("y"));
  }

  private static AttributeValue s(String value) {
    return AttributeValue.fromS(value);
  }
}
