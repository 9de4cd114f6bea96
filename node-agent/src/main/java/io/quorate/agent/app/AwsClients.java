package io.quorate.agent.app;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.exceptions.DisabledBeanException;
import io.quorate.dynamodb.DynamoDbClients;
import io.quorate.s3.S3Clients;
import io.quorate.secrets.Secrets;
import io.quorate.secretsmanager.SecretsManagerCalls;
import jakarta.inject.Singleton;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Makes the clients of AWS, each once and when it is first needed, for the instance's region. */
@Factory
final class AwsClients {
  private static final Duration ATTEMPT = Duration.ofSeconds(2);
  private static final Duration CALL = Duration.ofSeconds(5);

  /** For every call that takes a moment; the bucket's client, which waits longer, has its own. */
  @Singleton
  @Bean(preDestroy = "close")
  SdkHttpClient http() {
    return UrlConnectionHttpClient.builder()
        .connectionTimeout(ATTEMPT)
        .socketTimeout(ATTEMPT)
        .build();
  }

  /** The SDK's own chain; on an instance it ends at the instance's role. */
  @Singleton
  AwsCredentialsProvider credentials() {
    return DefaultCredentialsProvider.builder().build();
  }

  @Singleton
  Secrets secrets(AwsSettings aws, SdkHttpClient http, AwsCredentialsProvider credentials) {
    return new SecretsManagerCalls(http, credentials, aws.secretsEndpoint());
  }

  @Singleton
  @Bean(preDestroy = "close")
  DynamoDbClient dynamoDb(
      InstanceIdentity identity, SdkHttpClient http, AwsCredentialsProvider credentials) {
    return DynamoDbClients.builder(ATTEMPT, CALL)
        .httpClient(http)
        .credentialsProvider(credentials)
        .region(Region.of(identity.region()))
        .build();
  }

  @Singleton
  @Bean(preDestroy = "close")
  S3Client objects(
      AgentConfig config, InstanceIdentity identity, AwsCredentialsProvider credentials) {
    return config
        .snapshots()
        .map(bucket -> S3Clients.builder(bucket.orIn(identity.region())))
        .map(builder -> builder.credentialsProvider(credentials).build())
        .orElseThrow(() -> new DisabledBeanException("no bucket is set"));
  }
}
