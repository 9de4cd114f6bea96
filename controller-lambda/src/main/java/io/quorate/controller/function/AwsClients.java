package io.quorate.controller.function;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.quorate.aws.HttpClients;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.autoscaling.CallOutcomes;
import io.quorate.controller.lambda.LambdaHandover;
import io.quorate.controller.route53.Route53Endpoint;
import io.quorate.controller.route53.Route53Zones;
import jakarta.inject.Singleton;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Makes the clients of AWS, each once; they share HTTP client, credentials and region. The
 * endpoint, where it is not AWS's own, is what the SDK finds.
 */
@Factory
final class AwsClients {
  private static final Duration ATTEMPT = Duration.ofSeconds(2);
  private static final Duration CALL = Duration.ofSeconds(5);

  @Singleton
  @Bean(preDestroy = "close")
  SdkHttpClient http() {
    return HttpClients.shared(ATTEMPT, ATTEMPT);
  }

  @Singleton
  CallOutcomes outcomes() {
    return new CallOutcomes();
  }

  @Singleton
  AwsCredentialsProvider credentials() {
    return DefaultCredentialsProvider.builder().build();
  }

  @Singleton
  Region region(AwsSettings aws) {
    return aws.region()
        .map(Region::of)
        .orElseGet(() -> new DefaultAwsRegionProviderChain().getRegion());
  }

  @Singleton
  @Bean(preDestroy = "close")
  DynamoDbClient dynamoDb(
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      Region region,
      CallOutcomes outcomes) {
    return shared(DynamoDbClient.builder(), http, credentials, region, outcomes).build();
  }

  @Singleton
  @Bean(preDestroy = "close")
  AutoScalingClient groups(
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      Region region,
      CallOutcomes outcomes) {
    return shared(AutoScalingClient.builder(), http, credentials, region, outcomes).build();
  }

  @Singleton
  @Bean(preDestroy = "close")
  Ec2Client instances(
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      Region region,
      CallOutcomes outcomes) {
    return shared(Ec2Client.builder(), http, credentials, region, outcomes).build();
  }

  @Singleton
  @Bean(preDestroy = "close")
  S3Client objects(
      AwsSettings aws,
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      Region region,
      CallOutcomes outcomes) {
    return shared(S3Client.builder(), http, credentials, region, outcomes)
        .forcePathStyle(aws.elsewhere()) // Only AWS gives each bucket a host name.
        .build();
  }

  @Singleton
  HostedZones zones(
      AwsSettings aws,
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      Region region,
      CallOutcomes outcomes) {
    return new Route53Zones(
        http, credentials, Route53Endpoint.of(region.id(), aws.endpointUrl()), outcomes);
  }

  @Singleton
  LambdaHandover handover(
      AwsSettings aws,
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      Region region,
      CallOutcomes outcomes) {
    return new LambdaHandover(http, credentials, region, aws.endpointUrl(), outcomes);
  }

  /** What all of them have in common. */
  private static <C, B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>> B shared(
      B builder,
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      Region region,
      CallOutcomes outcomes) {
    return builder
        .httpClient(http)
        .credentialsProvider(credentials)
        .region(region)
        .overrideConfiguration(bounded(outcomes));
  }

  private static ClientOverrideConfiguration bounded(CallOutcomes outcomes) {
    return ClientOverrideConfiguration.builder()
        .apiCallAttemptTimeout(ATTEMPT)
        .apiCallTimeout(CALL)
        .retryStrategy(RetryMode.STANDARD)
        .addExecutionInterceptor(outcomes)
        .build();
  }
}
