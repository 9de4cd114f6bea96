package io.quorate.cli;

import io.quorate.aws.HttpClients;
import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.controller.observe.CloudReader;
import io.quorate.dynamodb.DynamoDbClients;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.s3.HashedDownload;
import io.quorate.s3.S3LineageMirror;
import io.quorate.s3.S3SnapshotStore;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.store.LineageMirror;
import io.quorate.store.RecordStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.client.builder.SdkClientBuilder;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * AWS, or whatever speaks its protocols at the endpoint given. Options become the SDK's own
 * settings, so that every client of this process goes by them; clients are made when first needed.
 */
final class AwsAccess implements Clouds.Open {
  private static final Duration ATTEMPT = Duration.ofSeconds(5);
  private static final Duration DOWNLOAD = Duration.ofSeconds(60);
  private static final Duration CALL = Duration.ofSeconds(15);
  private static final List<String> SERVICES =
      List.of("", "DynamoDb", "AutoScaling", "Ec2", "Sqs", "S3");

  private final RecordStore store;
  private final List<SdkAutoCloseable> clients = new ArrayList<>();

  private final GlobalOptions options;

  private AwsAccess(DynamoDbClient client, TableNames tables, GlobalOptions options) {
    clients.add(client);
    this.options = options;
    this.store = new DynamoDbRecordStore(client, tables);
  }

  static Clouds.Open open(GlobalOptions options) {
    options.region().ifPresent(region -> System.setProperty("aws.region", region));
    options
        .endpoint()
        .map(Object::toString)
        .ifPresent(
            url ->
                SERVICES.forEach(service -> System.setProperty("aws.endpointUrl" + service, url)));
    try {
      TableNames tables = new TableNames(options.clustersTable(), options.nodesTable());
      return new AwsAccess(DynamoDbClients.bounded(ATTEMPT, CALL), tables, options);
    } catch (SdkClientException unusable) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "no region: expected --region, or AWS_REGION, or a region in the AWS profile"
              + QuickStartHint.text(),
          unusable);
    }
  }

  @Override
  public RecordStore store() {
    return store;
  }

  @Override
  public CloudReader instances() {
    AutoScalingClient groups = bounded(AutoScalingClient.builder()).build();
    clients.add(groups);
    Ec2Client ec2 = bounded(Ec2Client.builder()).build();
    clients.add(ec2);
    return new io.quorate.controller.autoscaling.AutoScalingCloud(groups, ec2);
  }

  @Override
  public Optional<String> hint(ClusterName cluster) {
    if (options.eventsQueue().isEmpty()) {
      return Optional.of("no --events-queue is given");
    }
    try (SqsClient queue = bounded(SqsClient.builder()).build()) {
      String body =
          JsonTree.write(Tree.builder().with("source", "quorate").with("cluster", cluster).build());
      queue.sendMessage(
          message -> message.queueUrl(options.eventsQueue().orElseThrow()).messageBody(body));
      return Optional.empty();
    } catch (SdkException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public SnapshotStore snapshots(ClusterName cluster, ClusterUid uid) {
    return new S3SnapshotStore(objects(), bucket(), cluster, uid, Optional.empty());
  }

  @Override
  public LineageMirror lineages() {
    S3Client client = objects();
    clients.add(client);
    return new S3LineageMirror(client, bucket());
  }

  private String bucket() {
    return options
        .bucket()
        .orElseThrow(
            () ->
                new CommandFailure(
                    CommandExitCode.USAGE,
                    "no bucket: expected --bucket, or QUORATE_BUCKET, the bucket that the"
                        + " cluster's snapshots are in"));
  }

  @Override
  public void download(String bucket, String key, Path target, LongConsumer progress)
      throws IOException {
    try (S3Client client = objects()) {
      new HashedDownload(client, bucket, key).to(target, progress);
    }
  }

  private S3Client objects() {
    boolean elsewhere =
        options.endpoint().isPresent()
            || !System.getenv().getOrDefault("AWS_ENDPOINT_URL", "").isBlank();
    return S3Client.builder()
        .httpClientBuilder(HttpClients.builder(ATTEMPT, DOWNLOAD))
        .overrideConfiguration(o -> o.retryStrategy(RetryMode.STANDARD))
        .forcePathStyle(elsewhere) // Only AWS gives each bucket a host name.
        .build();
  }

  private static <B extends SdkClientBuilder<B, ?> & AwsSyncClientBuilder<B, ?>> B bounded(
      B builder) {
    return builder
        .httpClientBuilder(HttpClients.builder(ATTEMPT, ATTEMPT))
        .overrideConfiguration(
            o ->
                o.apiCallAttemptTimeout(ATTEMPT)
                    .apiCallTimeout(CALL)
                    .retryStrategy(RetryMode.STANDARD));
  }

  @Override
  public void close() {
    clients.forEach(SdkAutoCloseable::close);
  }
}
