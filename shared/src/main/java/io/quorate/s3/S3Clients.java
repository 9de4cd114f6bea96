package io.quorate.s3;

import io.quorate.aws.HttpClients;
import java.time.Duration;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * Makes S3 clients for large objects: small, and bounded by the time that the connection is silent.
 */
public final class S3Clients {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration SILENCE = Duration.ofSeconds(30);

  private S3Clients() {}

  /** One to build; what the settings leave open comes from the SDK's standard environment. */
  public static S3ClientBuilder builder(S3Settings settings) {
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClientBuilder(HttpClients.builder(CONNECT, SILENCE))
            .overrideConfiguration(o -> o.retryStrategy(RetryMode.STANDARD))
            .forcePathStyle(settings.pathStyle());
    settings.endpoint().ifPresent(builder::endpointOverride);
    settings.region().map(Region::of).ifPresent(builder::region);
    return builder;
  }
}
