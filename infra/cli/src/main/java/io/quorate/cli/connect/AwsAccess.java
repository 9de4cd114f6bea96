package io.quorate.cli.connect;

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
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.client.builder.SdkClientBuilder;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.profiles.ProfileProperty;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * AWS, or whatever speaks its protocols at the endpoint given. Options become the SDK's own
 * settings, so that every client of this process goes by them; clients are made when first needed.
 */
public final class AwsAccess implements Clouds.Open {
  private static final Duration ATTEMPT = Duration.ofSeconds(5);
  private static final Duration DOWNLOAD = Duration.ofSeconds(60);
  private static final Duration CALL = Duration.ofSeconds(15);
  private static final List<String> SERVICES =
      List.of("", "DynamoDb", "AutoScaling", "Ec2", "Sqs", "S3", "Sts");

  private final RecordStore store;
  private final List<SdkAutoCloseable> clients = new ArrayList<>();

  private final GlobalOptions options;

  private AwsAccess(DynamoDbClient client, TableNames tables, GlobalOptions options) {
    clients.add(client);
    this.options = options;
    this.store = new DynamoDbRecordStore(client, tables);
  }

  /** Opens the clients; fails with the way out where region or credentials are missing. */
  public static Clouds.Open open(GlobalOptions options) {
    set("aws.region", options.region().or(() -> regionOfProfile(options)));
    SERVICES.forEach(
        service -> set("aws.endpointUrl" + service, options.endpoint().map(Object::toString)));
    try {
      TableNames tables = new TableNames(options.clustersTable(), options.nodesTable());
      DynamoDbClientBuilder client =
          placed(
              DynamoDbClients.builder(ATTEMPT, CALL)
                  .httpClientBuilder(HttpClients.builder(ATTEMPT, ATTEMPT)),
              options);
      return new AwsAccess(client.build(), tables, options);
    } catch (SdkClientException unusable) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "no region: expected --region, --context, AWS_REGION, or a region in the AWS profile"
              + QuickStartHint.text(),
          unusable);
    }
  }

  /**
   * The region of a profile that is named. STS, which exchanges a web identity for keys, is asked
   * before a client knows its profile: without a region it would be the one in us-east-1.
   */
  private static Optional<String> regionOfProfile(GlobalOptions options) {
    if (!System.getenv().getOrDefault("AWS_REGION", "").isBlank()) {
      return Optional.empty();
    }
    return options
        .profile()
        .flatMap(ProfileFile.defaultProfileFile()::profile)
        .flatMap(profile -> profile.property(ProfileProperty.REGION));
  }

  /** Several places may be opened one after the other: nothing of an earlier one stays. */
  private static void set(String property, Optional<String> value) {
    value.ifPresentOrElse(
        text -> System.setProperty(property, text), () -> System.clearProperty(property));
  }

  /**
   * With the profile and the region of the options. A profile that is named counts before keys in
   * the environment, as for the AWS command line.
   */
  private static <B extends SdkClientBuilder<B, ?> & AwsClientBuilder<B, ?>> B placed(
      B builder, GlobalOptions options) {
    options.region().map(Region::of).ifPresent(builder::region);
    options.endpoint().ifPresent(builder::endpointOverride);
    options
        .profile()
        .ifPresent(
            profile ->
                builder
                    .credentialsProvider(ProfileCredentialsProvider.create(profile))
                    .overrideConfiguration(
                        builder.overrideConfiguration().toBuilder()
                            .defaultProfileName(profile)
                            .build()));
    return builder;
  }

  @Override
  public RecordStore store() {
    return store;
  }

  @Override
  public String principal() {
    try (StsClient sts = placed(bounded(StsClient.builder()), options).build()) {
      return sts.getCallerIdentity().arn();
    } catch (SdkException e) {
      // Nobody is kept from healing a cluster because STS cannot be reached.
      return "user "
          + System.getProperty("user.name", "unknown")
          + " of the operator's machine (STS did not tell the principal: "
          + String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason")
          + ")";
    }
  }

  @Override
  public CloudReader instances() {
    AutoScalingClient groups = placed(bounded(AutoScalingClient.builder()), options).build();
    clients.add(groups);
    Ec2Client ec2 = placed(bounded(Ec2Client.builder()), options).build();
    clients.add(ec2);
    return new io.quorate.controller.autoscaling.AutoScalingCloud(groups, ec2);
  }

  @Override
  public Optional<String> hint(ClusterName cluster) {
    if (options.eventsQueue().isEmpty()) {
      return Optional.of("no --events-queue is given");
    }
    try (SqsClient queue = placed(bounded(SqsClient.builder()), options).build()) {
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
    S3ClientBuilder client =
        S3Client.builder()
            .httpClientBuilder(HttpClients.builder(ATTEMPT, DOWNLOAD))
            .overrideConfiguration(o -> o.retryStrategy(RetryMode.STANDARD))
            .forcePathStyle(elsewhere); // Only AWS gives each bucket a host name.
    return placed(client, options).build();
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
