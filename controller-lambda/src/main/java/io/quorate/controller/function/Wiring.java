package io.quorate.controller.function;

import io.micronaut.context.annotation.Factory;
import io.quorate.controller.autoscaling.AwsCloud;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.Ports;
import io.quorate.controller.reconcile.Turn;
import io.quorate.dynamodb.DynamoDbClients;
import io.quorate.dynamodb.DynamoDbRecordStore;
import io.quorate.dynamodb.TableNames;
import io.quorate.s3.S3LineageArchive;
import io.quorate.store.RecordStore;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.s3.S3Client;

/** Makes the clients once, at init, and puts the function together. */
@Factory
final class Wiring {
  private static final Duration ATTEMPT = Duration.ofSeconds(2);
  private static final Duration CALL = Duration.ofSeconds(5);

  @Singleton
  Settings settings() {
    return Settings.from(System.getenv());
  }

  @Singleton
  RecordStore store(Settings settings) {
    return new DynamoDbRecordStore(
        DynamoDbClients.bounded(ATTEMPT, CALL),
        new TableNames(settings.clustersTable(), settings.nodesTable()));
  }

  @Singleton
  AwsCloud cloud() {
    return new AwsCloud(
        AutoScalingClient.builder().httpClient(http()).overrideConfiguration(bounded()).build(),
        Ec2Client.builder().httpClient(http()).overrideConfiguration(bounded()).build());
  }

  @Singleton
  Ports ports(Settings settings, RecordStore store, AwsCloud cloud) {
    return new Ports(
        store,
        new S3LineageArchive(s3(), settings.bucket()),
        cloud,
        cloud,
        InstantSource.system(),
        () -> UUID.randomUUID().toString(),
        pause -> LockSupport.parkNanos(pause.toNanos()));
  }

  @Singleton
  Dispatcher dispatcher(Ports ports, AwsCloud cloud) {
    Turn turn = new Turn(ports, new Planner()::plan);
    Directory directory = new Directory(ports.store(), ports.clock());
    return new Dispatcher(directory, cloud::groupOf, turn::run, ports.clock());
  }

  private static S3Client s3() {
    boolean elsewhere = !System.getenv().getOrDefault("AWS_ENDPOINT_URL", "").isBlank();
    return S3Client.builder()
        .httpClient(http())
        .overrideConfiguration(bounded())
        .forcePathStyle(elsewhere) // Only AWS gives each bucket a host name.
        .build();
  }

  private static SdkHttpClient http() {
    return UrlConnectionHttpClient.builder()
        .connectionTimeout(ATTEMPT)
        .socketTimeout(ATTEMPT)
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
