package io.quorate.localcloud;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.builder.SdkSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;

/** SDK clients as production makes them, but for the endpoint; they never retry. */
public record AwsClients(URI endpoint, String region, String principal) {
  public static AwsClients of(AwsEndpoint cloud, String principal) {
    return new AwsClients(cloud.endpoint(), cloud.region(), principal);
  }

  public DynamoDbClient dynamoDb() {
    return with(DynamoDbClient.builder()).build();
  }

  public SqsClient sqs() {
    return with(SqsClient.builder()).build();
  }

  public S3Client s3() {
    return with(S3Client.builder()).forcePathStyle(true).build();
  }

  /** Gives any service's builder the same settings. */
  public <B extends AwsClientBuilder<B, ?> & SdkSyncClientBuilder<B, ?>> B with(B builder) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.of(region))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(principal, "secret")))
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()));
  }
}
