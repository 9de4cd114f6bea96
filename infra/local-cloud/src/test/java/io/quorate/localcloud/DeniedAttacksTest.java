package io.quorate.localcloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
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
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.sqs.SqsClient;

/** What somebody may try with an instance's or the function's credentials, and must not get. */
class DeniedAttacksTest {
  private static final String CLUSTERS = QuorateResources.CLUSTERS_TABLE;
  private static final String NODES = QuorateResources.NODES_TABLE;
  private static final String BUCKET = QuorateResources.BUCKET;
  private static final String OWN = "mine/uid/snapshots/s.db";

  private static LocalCloud cloud;
  private static DynamoDbClient agentDb;
  private static S3Client agentS3;
  private static DynamoDbClient controllerDb;
  private static S3Client controllerS3;
  private static S3Client administratorS3;

  @BeforeAll
  static void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    QuorateResources.createOn(cloud);
    QuorateRights.enforceOn(
        cloud, id -> id.equals("i-mine") ? Optional.of("mine") : Optional.empty());
    cloud
        .policies()
        .resourceTags(
            arn ->
                arn.endsWith("/own")
                    ? Map.of("quorate:control-plane", QuorateRights.CONTROL_PLANE)
                    : Map.of());
    agentDb = AwsClients.of(cloud, "agent-i-mine").dynamoDb();
    agentS3 = AwsClients.of(cloud, "agent-i-mine").s3();
    controllerDb = AwsClients.of(cloud, "controller").dynamoDb();
    controllerS3 = AwsClients.of(cloud, "controller").s3();
    administratorS3 = AwsClients.of(cloud, "terraform").s3();
  }

  @AfterAll
  static void stop() throws IOException {
    agentDb.close();
    agentS3.close();
    controllerDb.close();
    controllerS3.close();
    administratorS3.close();
    cloud.close();
  }

  @Test
  void anAgentCannotWriteARowOfAnotherCluster() {
    allowed(() -> putRow("mine"));
    denied(() -> putRow("theirs"));
    denied(
        () ->
            agentDb.transactWriteItems(
                t ->
                    t.transactItems(
                        TransactWriteItem.builder()
                            .put(p -> p.tableName(NODES).item(row("theirs")))
                            .build())));
    denied(
        () ->
            agentDb.updateItem(
                u ->
                    u.tableName(NODES)
                        .key(row("theirs"))
                        .updateExpression("SET alert = :a")
                        .expressionAttributeValues(Map.of(":a", text("x")))));
  }

  @Test
  void anAgentCannotReadAnotherClustersRecords() {
    allowed(() -> agentDb.getItem(g -> g.tableName(CLUSTERS).key(record("mine"))));
    denied(() -> agentDb.getItem(g -> g.tableName(CLUSTERS).key(record("theirs"))));
    denied(() -> query(CLUSTERS, "theirs"));
    denied(() -> query(NODES, "theirs"));
    denied(() -> query(CLUSTERS, "#clusters"));
    denied(
        () ->
            agentDb.batchGetItem(
                b ->
                    b.requestItems(
                        Map.of(
                            CLUSTERS,
                            KeysAndAttributes.builder()
                                .keys(List.of(record("mine"), record("theirs")))
                                .build()))));
    denied(() -> agentDb.scan(s -> s.tableName(CLUSTERS)));
  }

  @Test
  void anAgentCannotWriteWhatTheControllerDecides() {
    denied(() -> agentDb.putItem(p -> p.tableName(CLUSTERS).item(record("mine"))));
  }

  @Test
  void nobodyDeletesRecords() {
    for (DynamoDbClient db : new DynamoDbClient[] {agentDb, controllerDb}) {
      denied(() -> db.deleteItem(d -> d.tableName(CLUSTERS).key(record("mine"))));
      denied(() -> db.deleteTable(d -> d.tableName(CLUSTERS)));
      denied(
          () ->
              db.batchWriteItem(
                  b ->
                      b.requestItems(
                          Map.of(
                              CLUSTERS,
                              List.of(
                                  WriteRequest.builder()
                                      .deleteRequest(d -> d.key(record("mine")))
                                      .build())))));
    }
    denied(() -> agentDb.deleteItem(d -> d.tableName(NODES).key(row("mine"))));
  }

  @Test
  void anAgentCannotTouchClaimOrLineage() {
    denied(() -> create(agentS3, "mine/claim.json"));
    denied(() -> create(agentS3, "mine/uid/lineage/00000002.json"));
    denied(() -> create(agentS3, "mine/uid/pki/ca.key"));
    denied(() -> agentS3.getObjectAsBytes(g -> g.bucket(BUCKET).key("mine/uid/pki/ca.key")));
  }

  @Test
  void onlyTheControllerReachesTheAuthoritiesKeysAndKeepsThem() {
    String key = "mine/uid/pki/peers.pem";
    allowed(() -> create(controllerS3, key));
    allowed(() -> controllerS3.getObjectAsBytes(g -> g.bucket(BUCKET).key(key)));
    try (S3Client operator = AwsClients.of(cloud, "operator").s3()) {
      denied(() -> operator.getObjectAsBytes(g -> g.bucket(BUCKET).key(key)));
    }
    denied(() -> agentS3.getObjectAsBytes(g -> g.bucket(BUCKET).key(key)));
    denied(() -> controllerS3.deleteObject(d -> d.bucket(BUCKET).key(key)));
    denied(
        () ->
            controllerS3.putObject(
                p -> p.bucket(BUCKET).key(key), RequestBody.fromString("another key")));
  }

  @Test
  void onlyTheClustersAgentsReadTheKeyOfItsTokensAndNobodyChangesIt() {
    String key = "mine/uid/auth/jwt/ES256.pem";
    String another = "theirs/uid/auth/jwt/ES256.pem";
    denied(() -> create(agentS3, key));
    allowed(() -> create(controllerS3, key));
    allowed(() -> create(controllerS3, another));
    allowed(() -> agentS3.getObjectAsBytes(g -> g.bucket(BUCKET).key(key)));
    denied(() -> agentS3.getObjectAsBytes(g -> g.bucket(BUCKET).key(another)));
    try (S3Client operator = AwsClients.of(cloud, "operator").s3()) {
      denied(() -> operator.getObjectAsBytes(g -> g.bucket(BUCKET).key(key)));
      denied(() -> create(operator, "mine/uid/auth/jwt/ES512.pem"));
    }
    for (S3Client s3 : List.of(agentS3, controllerS3, administratorS3)) {
      denied(() -> s3.deleteObject(d -> d.bucket(BUCKET).key(key)));
      denied(
          () ->
              s3.putObject(p -> p.bucket(BUCKET).key(key), RequestBody.fromString("another key")));
    }
  }

  @Test
  void anAgentCannotReachAnotherClustersObjects() {
    denied(() -> create(agentS3, "theirs/uid/snapshots/s.db"));
    denied(() -> create(agentS3, "mine2/uid/snapshots/s.db"));
    denied(() -> agentS3.getObjectAsBytes(g -> g.bucket(BUCKET).key("theirs/uid/snapshots/s.db")));
    denied(() -> agentS3.listObjectsV2(l -> l.bucket(BUCKET)));
    denied(() -> agentS3.listObjectsV2(l -> l.bucket(BUCKET).prefix("theirs/")));
    denied(
        () ->
            agentS3.copyObject(
                c ->
                    c.sourceBucket(BUCKET)
                        .sourceKey("theirs/uid/snapshots/s.db")
                        .destinationBucket(BUCKET)
                        .destinationKey("mine/uid/snapshots/copy.db")));
  }

  @Test
  void nobodyOverwrites() {
    for (S3Client s3 : new S3Client[] {agentS3, controllerS3, administratorS3}) {
      denied(
          () ->
              s3.putObject(
                  p -> p.bucket(BUCKET).key("mine/uid/snapshots/again.db"),
                  RequestBody.fromString("x")));
    }
  }

  @Test
  void anUploadInPartsIsCreateOnlyAtItsCompletion() {
    String key = "mine/uid/snapshots/parts.db";
    String upload = agentS3.createMultipartUpload(c -> c.bucket(BUCKET).key(key)).uploadId();
    String tag =
        agentS3
            .uploadPart(
                u -> u.bucket(BUCKET).key(key).uploadId(upload).partNumber(1),
                RequestBody.fromString("x"))
            .eTag();
    CompletedPart part = CompletedPart.builder().partNumber(1).eTag(tag).build();
    denied(
        () ->
            agentS3.completeMultipartUpload(
                c ->
                    c.bucket(BUCKET)
                        .key(key)
                        .uploadId(upload)
                        .multipartUpload(m -> m.parts(part))));
    allowed(
        () ->
            agentS3.completeMultipartUpload(
                c ->
                    c.bucket(BUCKET)
                        .key(key)
                        .uploadId(upload)
                        .multipartUpload(m -> m.parts(part))
                        .ifNoneMatch("*")));
  }

  @Test
  void onlySnapshotsAreDeletedAndOnlyByTheController() {
    allowed(() -> create(agentS3, OWN));
    denied(() -> agentS3.deleteObject(d -> d.bucket(BUCKET).key(OWN)));
    allowed(() -> controllerS3.deleteObject(d -> d.bucket(BUCKET).key(OWN)));
    denied(() -> controllerS3.deleteObject(d -> d.bucket(BUCKET).key("mine/claim.json")));
    denied(
        () ->
            controllerS3.deleteObject(d -> d.bucket(BUCKET).key("mine/uid/lineage/00000001.json")));
    denied(() -> administratorS3.deleteObject(d -> d.bucket(BUCKET).key("mine/claim.json")));
  }

  @Test
  void theControllerTerminatesOnlyInItsGroups() {
    try (AutoScalingClient groups =
            AwsClients.of(cloud, "controller").with(AutoScalingClient.builder()).build();
        Ec2Client ec2 = AwsClients.of(cloud, "controller").with(Ec2Client.builder()).build()) {
      denied(
          () ->
              groups.terminateInstanceInAutoScalingGroup(
                  t -> t.instanceId("i-theirs").shouldDecrementDesiredCapacity(false)));
      denied(
          () ->
              groups.completeLifecycleAction(
                  c ->
                      c.autoScalingGroupName("theirs")
                          .lifecycleHookName("h")
                          .lifecycleActionResult("CONTINUE")));
      denied(() -> ec2.terminateInstances(t -> t.instanceIds("i-theirs")));
      denied(() -> groups.deleteAutoScalingGroup(d -> d.autoScalingGroupName("own")));
      denied(() -> groups.updateAutoScalingGroup(u -> u.autoScalingGroupName("own").maxSize(0)));
    }
  }

  @Test
  void noInstanceIsEndedPastItsGroup() {
    for (String who : List.of("controller", "agent-i-mine")) {
      try (Ec2Client ec2 = AwsClients.of(cloud, who).with(Ec2Client.builder()).build();
          AutoScalingClient groups =
              AwsClients.of(cloud, who).with(AutoScalingClient.builder()).build()) {
        // The controller may end what an operator gave up: an instance of its own groups, no other.
        denied(
            () ->
                ec2.terminateInstances(
                    t -> t.instanceIds(who.equals("controller") ? "i-theirs" : "own")));
        denied(
            () ->
                groups.setInstanceProtection(
                    p ->
                        p.autoScalingGroupName("own")
                            .instanceIds("i-mine")
                            .protectedFromScaleIn(false)));
        denied(
            () -> groups.setDesiredCapacity(d -> d.autoScalingGroupName("own").desiredCapacity(0)));
      }
    }
  }

  @Test
  void anAgentNeitherReadsNorFillsTheControllersQueue() {
    try (SqsClient queue = AwsClients.of(cloud, "agent-i-mine").with(SqsClient.builder()).build()) {
      String url = cloud.endpoint() + "/" + cloud.config().account() + "/" + QuorateResources.QUEUE;
      denied(() -> queue.sendMessage(m -> m.queueUrl(url).messageBody("{}")));
      denied(() -> queue.receiveMessage(m -> m.queueUrl(url)));
      denied(() -> queue.purgeQueue(m -> m.queueUrl(url)));
    }
  }

  @Test
  void theOperatorNeitherForgesRowsNorTouchesObjectsThatAreThere() {
    try (DynamoDbClient db = AwsClients.of(cloud, "operator").dynamoDb();
        S3Client s3 = AwsClients.of(cloud, "operator").s3()) {
      denied(() -> db.putItem(p -> p.tableName(NODES).item(row("mine"))));
      denied(() -> db.deleteItem(d -> d.tableName(CLUSTERS).key(record("mine"))));
      allowed(() -> create(s3, "mine/uid/snapshots/imported.db"));
      denied(() -> s3.putObject(p -> p.bucket(BUCKET).key(OWN), RequestBody.fromString("x")));
      denied(() -> create(s3, "mine/uid/lineage/00000009.json"));
      denied(() -> create(s3, "mine/claim.json"));
      denied(() -> s3.deleteObject(d -> d.bucket(BUCKET).key(OWN)));
    }
  }

  @Test
  void theControllerForgesNoRows() {
    denied(() -> controllerDb.putItem(p -> p.tableName(NODES).item(row("mine"))));
    denied(
        () ->
            controllerDb.transactWriteItems(
                t ->
                    t.transactItems(
                        TransactWriteItem.builder()
                            .put(p -> p.tableName(NODES).item(row("mine")))
                            .build())));
  }

  @Test
  void nobodyTurnsTheBucketsProtectionOff() {
    for (S3Client s3 : List.of(agentS3, controllerS3)) {
      denied(() -> s3.deleteBucketPolicy(d -> d.bucket(BUCKET)));
      denied(
          () ->
              s3.putBucketVersioning(
                  v -> v.bucket(BUCKET).versioningConfiguration(c -> c.status("Suspended"))));
      denied(() -> s3.deleteBucket(d -> d.bucket(BUCKET)));
    }
  }

  @Test
  void anInstanceOfNoClusterMayDoNothing() {
    try (DynamoDbClient db = AwsClients.of(cloud, "agent-i-stranger").dynamoDb()) {
      denied(() -> db.getItem(g -> g.tableName(CLUSTERS).key(record("mine"))));
      denied(() -> db.putItem(p -> p.tableName(NODES).item(row("mine"))));
    }
  }

  private static void putRow(String cluster) {
    agentDb.putItem(p -> p.tableName(NODES).item(row(cluster)));
  }

  private static void query(String table, String cluster) {
    agentDb.query(
        q ->
            q.tableName(table)
                .keyConditionExpression("#c = :c")
                .expressionAttributeNames(Map.of("#c", "cluster"))
                .expressionAttributeValues(Map.of(":c", text(cluster))));
  }

  private static void create(S3Client s3, String key) {
    s3.putObject(p -> p.bucket(BUCKET).key(key).ifNoneMatch("*"), RequestBody.fromString("x"));
  }

  private static Map<String, AttributeValue> row(String cluster) {
    return Map.of("cluster", text(cluster), "instance", text("i-mine"));
  }

  private static Map<String, AttributeValue> record(String cluster) {
    return Map.of("cluster", text(cluster), "record", text("spec"));
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  private static void allowed(ThrowingCallable call) {
    assertThatCode(call).doesNotThrowAnyException();
  }

  private static void denied(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            AwsServiceException.class,
            e ->
                assertThat(e.awsErrorDetails().errorCode())
                    .containsAnyOf("AccessDenied", "UnauthorizedOperation"));
  }
}
