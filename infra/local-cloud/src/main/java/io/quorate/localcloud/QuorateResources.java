package io.quorate.localcloud;

import io.quorate.localcloud.terraform.ControlPlane;
import io.quorate.localcloud.terraform.ControlPlaneModule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.builder.SdkSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyExistsException;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * What Terraform creates for Quorate, created on a local cloud or on LocalStack; what is there
 * already stays as it is.
 *
 * @param clustersTable name
 * @param nodesTable name
 * @param bucket name
 * @param queueUrl of the events' queue
 * @param queueArn of the events' queue
 * @param deadLetterQueueUrl where an event goes that failed {@link #MAX_RECEIVES} times
 * @param failuresQueueUrl where Lambda describes what it gave up
 * @param nodesStreamArn the nodes table's stream
 */
public record QuorateResources(
    String clustersTable,
    String nodesTable,
    String bucket,
    String queueUrl,
    String queueArn,
    String deadLetterQueueUrl,
    String failuresQueueUrl,
    String nodesStreamArn) {
  private static final ControlPlaneModule MODULE = ControlPlaneModule.get();

  public static final String CLUSTERS_TABLE = MODULE.name("clusters_table");
  public static final String NODES_TABLE = MODULE.name("nodes_table");

  /**
   * As with {@code bucket_name} set. Without it Terraform adds account and region, for on AWS no
   * two buckets in the world have one name.
   */
  public static final String BUCKET = MODULE.name("bucket");

  public static final String QUEUE = MODULE.name("queue");
  public static final String DEAD_LETTER_QUEUE = MODULE.name("dead_letter_queue");
  public static final String FAILURES_QUEUE = MODULE.name("failures_queue");

  /** With the time between two receives, a quarter of an hour. */
  public static final int MAX_RECEIVES = MODULE.queue().maxReceives();

  /**
   * How long an event stays away that a turn could not use, as when Auto Scaling throttled the
   * call: half of the schedule's minute. AWS demands that it outlasts the function's timeout, and
   * recommends six times that, so that no event is handled twice; twice is harmless here, for an
   * event is only a hint to look.
   */
  public static final int VISIBILITY_SECONDS = (int) MODULE.queue().visibility().toSeconds();

  /** Creates what the module in this checkout deploys. */
  public static QuorateResources createOn(AwsEndpoint cloud) {
    return createOn(cloud, ControlPlane.ofModule());
  }

  /** Creates what a control plane needs. */
  public static QuorateResources createOn(AwsEndpoint cloud, ControlPlane of) {
    ControlPlane.Names names = of.names();
    ControlPlaneModule.Tables keys = of.tables();
    try (DynamoDbClient db = with(cloud, DynamoDbClient.builder()).build();
        S3Client s3 = with(cloud, S3Client.builder()).forcePathStyle(true).build();
        SqsClient sqs = with(cloud, SqsClient.builder()).build()) {
      createTable(
          db, table(names.clustersTable(), keys.partitionKey(), keys.clustersSortKey()).build());
      createTable(
          db,
          table(names.nodesTable(), keys.partitionKey(), keys.nodesSortKey())
              .streamSpecification(s -> s.streamEnabled(true).streamViewType(keys.nodesStream()))
              .build());
      createBucket(s3, names.bucket());
      String deadLetters = createQueue(sqs, names.deadLetterQueue(), Map.of());
      String queue =
          createQueue(sqs, names.queue(), queueAttributes(arnOf(sqs, deadLetters), of.queue()));
      return new QuorateResources(
          names.clustersTable(),
          names.nodesTable(),
          names.bucket(),
          queue,
          arnOf(sqs, queue),
          deadLetters,
          createQueue(sqs, names.failuresQueue(), Map.of()),
          db.describeTable(t -> t.tableName(names.nodesTable())).table().latestStreamArn());
    }
  }

  private static CreateTableRequest.Builder table(
      String name, String partitionKey, String sortKey) {
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(text(partitionKey), text(sortKey))
        .keySchema(key(partitionKey, KeyType.HASH), key(sortKey, KeyType.RANGE));
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static void createTable(DynamoDbClient db, CreateTableRequest request) {
    List<String> there = db.listTables().tableNames();
    if (there.contains(request.tableName())) {
      return;
    }
    try {
      db.createTable(request);
    } catch (ResourceInUseException raced) {
      // Another start on the same cloud was first; the table is there.
      return;
    }
    db.waiter().waitUntilTableExists(t -> t.tableName(request.tableName()));
  }

  private static void createBucket(S3Client s3, String name) {
    if (s3.listBuckets().buckets().stream().anyMatch(bucket -> bucket.name().equals(name))) {
      return;
    }
    try {
      s3.createBucket(b -> b.bucket(name));
    } catch (BucketAlreadyExistsException | BucketAlreadyOwnedByYouException raced) {
      // Another start on the same cloud was first; the bucket is there.
      return;
    }
  }

  private static Map<QueueAttributeName, String> queueAttributes(
      String deadLetterArn, ControlPlaneModule.Queue queue) {
    String redrive =
        "{\"deadLetterTargetArn\":\"%s\",\"maxReceiveCount\":\"%d\"}"
            .formatted(deadLetterArn, queue.maxReceives());
    return Map.of(
        QueueAttributeName.VISIBILITY_TIMEOUT,
        String.valueOf(queue.visibility().toSeconds()),
        QueueAttributeName.REDRIVE_POLICY,
        redrive);
  }

  private static String createQueue(
      SqsClient sqs, String name, Map<QueueAttributeName, String> attributes) {
    return sqs.createQueue(q -> q.queueName(name).attributes(attributes)).queueUrl();
  }

  private static String arnOf(SqsClient sqs, String queueUrl) {
    var attributes =
        sqs.getQueueAttributes(
                q -> q.queueUrl(queueUrl).attributeNames(QueueAttributeName.QUEUE_ARN))
            .attributes();
    return Optional.ofNullable(attributes.get(QueueAttributeName.QUEUE_ARN))
        .orElseThrow(() -> new IllegalStateException(queueUrl + " has no ARN: " + attributes));
  }

  private static <B extends AwsClientBuilder<B, ?> & SdkSyncClientBuilder<B, ?>> B with(
      AwsEndpoint cloud, B builder) {
    return builder
        .endpointOverride(cloud.endpoint())
        .region(Region.of(cloud.region()))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("terraform", "local")))
        .httpClientBuilder(UrlConnectionHttpClient.builder());
  }
}
