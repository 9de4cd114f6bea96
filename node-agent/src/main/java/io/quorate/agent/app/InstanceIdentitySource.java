package io.quorate.agent.app;

import io.quorate.model.InstanceId;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.imds.Ec2MetadataClient;
import software.amazon.awssdk.imds.Ec2MetadataRetryPolicy;

/**
 * Learns which instance this is: a setting where there is one, else the instance metadata service,
 * version 2 only. The metadata service is not asked at all when settings answer everything.
 */
final class InstanceIdentitySource {
  private static final int RETRIES = 5;

  private final AgentConfig config;
  private final Optional<String> region;
  private final SdkHttpClient http;

  /**
   * @param region {@code AWS_REGION}, where it is set
   * @param http for calls of a moment
   */
  InstanceIdentitySource(AgentConfig config, Optional<String> region, SdkHttpClient http) {
    this.config = config;
    this.region = region;
    this.http = http;
  }

  /**
   * Learns it.
   *
   * @param metadataEndpoint such as {@code http://169.254.169.254}
   */
  InstanceIdentity learn(String metadataEndpoint) {
    try (Ec2MetadataClient metadata =
        Ec2MetadataClient.builder()
            .httpClient(http)
            .endpoint(URI.create(metadataEndpoint))
            .retryPolicy(retries())
            .build()) {
      Documents documents = new Documents(metadata, metadataEndpoint);
      return new InstanceIdentity(
          config
              .instance()
              .orElseGet(
                  () -> new InstanceId(documents.read("instance-id", "QUORATE_INSTANCE_ID"))),
          or(config.zone(), () -> documents.read("placement/availability-zone", "QUORATE_ZONE")),
          or(config.address(), () -> documents.read("local-ipv4", "QUORATE_ADDRESS")),
          or(region, () -> documents.read("placement/region", "AWS_REGION")));
    }
  }

  /** What is remembered, with the settings of today before it. */
  InstanceIdentity of(InstanceIdentity remembered) {
    return new InstanceIdentity(
        remembered.instance(),
        config.zone().orElse(remembered.zone()),
        config.address().orElse(remembered.address()),
        region.orElse(remembered.region()));
  }

  private static String or(Optional<String> setting, Supplier<String> document) {
    return setting.orElseGet(document);
  }

  private static Ec2MetadataRetryPolicy retries() {
    return Ec2MetadataRetryPolicy.builder().numRetries(RETRIES).build();
  }

  /** Reads documents of the metadata service. */
  private record Documents(Ec2MetadataClient client, String endpoint) {
    String read(String path, String variable) {
      try {
        return client.get("/latest/meta-data/" + path).asString();
      } catch (SdkException e) {
        throw new InstanceUnknownException(
            "the metadata service at %s did not give %s (%s); expected an EC2 instance with IMDSv2: open it or set %s"
                .formatted(endpoint, path, e.getMessage(), variable),
            e);
      }
    }
  }
}
