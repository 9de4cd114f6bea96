package io.quorate.controller.function;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.quorate.dynamodb.DynamoDbClients;
import jakarta.inject.Singleton;
import java.time.Duration;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Makes the clients of AWS, each once, on one HTTP client; the region, the credentials and the
 * endpoint are those that Lambda sets.
 */
@Factory
final class AwsClients {
  private static final Duration ATTEMPT = Duration.ofSeconds(2);
  private static final Duration CALL = Duration.ofSeconds(5);

  @Singleton
  @Bean(preDestroy = "close")
  SdkHttpClient http() {
    return UrlConnectionHttpClient.builder()
        .connectionTimeout(ATTEMPT)
        .socketTimeout(ATTEMPT)
        .build();
  }

  @Singleton
  @Bean(preDestroy = "close")
  DynamoDbClient dynamoDb(SdkHttpClient http) {
    return DynamoDbClients.builder(ATTEMPT, CALL).httpClient(http).build();
  }

  @Singleton
  @Bean(preDestroy = "close")
  AutoScalingClient groups(SdkHttpClient http) {
    return AutoScalingClient.builder().httpClient(http).overrideConfiguration(bounded()).build();
  }

  @Singleton
  @Bean(preDestroy = "close")
  Ec2Client instances(SdkHttpClient http) {
    return Ec2Client.builder().httpClient(http).overrideConfiguration(bounded()).build();
  }

  @Singleton
  @Bean(preDestroy = "close")
  S3Client objects(SdkHttpClient http) {
    boolean elsewhere = !System.getenv().getOrDefault("AWS_ENDPOINT_URL", "").isBlank();
    return S3Client.builder()
        .httpClient(http)
        .overrideConfiguration(bounded())
        .forcePathStyle(elsewhere) // Only AWS gives each bucket a host name.
        .build();
  }

  private static ClientOverrideConfiguration bounded() {
    return ClientOverrideConfiguration.builder()
        .apiCallAttemptTimeout(ATTEMPT)
        .apiCallTimeout(CALL)
        .retryStrategy(RetryMode.STANDARD)
        .build();
  }
}
