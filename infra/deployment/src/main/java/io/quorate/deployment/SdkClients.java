package io.quorate.deployment;

import io.quorate.localcloud.AwsEndpoint;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.builder.SdkSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/** SDK clients of one principal. */
public final class SdkClients implements AutoCloseable {
  private final AwsEndpoint cloud;
  private final String principal;
  private final DynamoDbClient dynamoDb;
  private final AutoScalingClient autoScaling;

  /** Clients that sign as this principal. */
  public SdkClients(AwsEndpoint cloud, String principal) {
    this.cloud = cloud;
    this.principal = principal;
    this.dynamoDb = at(DynamoDbClient.builder()).build();
    this.autoScaling = at(AutoScalingClient.builder()).build();
  }

  /** DynamoDB. */
  public DynamoDbClient dynamoDb() {
    return dynamoDb;
  }

  /** Auto Scaling. */
  public AutoScalingClient autoScaling() {
    return autoScaling;
  }

  /** A new SQS client; the caller closes it. */
  public SqsClient sqs() {
    return at(SqsClient.builder()).build();
  }

  /** A new EC2 client; the caller closes it. */
  public Ec2Client ec2() {
    return at(Ec2Client.builder()).build();
  }

  /** A new S3 client; the caller closes it. */
  public S3Client s3() {
    return at(S3Client.builder()).forcePathStyle(true).build();
  }

  /** A new DynamoDB Streams client; the caller closes it. */
  public DynamoDbStreamsClient streams() {
    return at(DynamoDbStreamsClient.builder()).build();
  }

  private <B extends AwsClientBuilder<B, ?> & SdkSyncClientBuilder<B, ?>> B at(B builder) {
    return builder
        .endpointOverride(cloud.endpoint())
        .region(Region.of(cloud.region()))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(principal, "local")))
        .httpClientBuilder(UrlConnectionHttpClient.builder());
  }

  @Override
  public void close() {
    dynamoDb.close();
    autoScaling.close();
  }
}
