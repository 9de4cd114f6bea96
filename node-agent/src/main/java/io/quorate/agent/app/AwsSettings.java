package io.quorate.agent.app;

import io.micronaut.context.annotation.ConfigurationProperties;
import java.util.Optional;

/**
 * What of AWS's own settings the agent needs itself.
 *
 * @param region {@code AWS_REGION}
 * @param ec2MetadataServiceEndpoint {@code AWS_EC2_METADATA_SERVICE_ENDPOINT}
 * @param endpointUrl {@code AWS_ENDPOINT_URL}
 * @param endpointUrlSecretsManager {@code AWS_ENDPOINT_URL_SECRETS_MANAGER}
 */
@ConfigurationProperties("aws")
record AwsSettings(
    Optional<String> region,
    Optional<String> ec2MetadataServiceEndpoint,
    Optional<String> endpointUrl,
    Optional<String> endpointUrlSecretsManager) {
  /** Where AWS Secrets Manager is, where AWS is not AWS. */
  Optional<String> secretsEndpoint() {
    return endpointUrlSecretsManager.or(() -> endpointUrl);
  }

  /** Where the instance metadata service is. */
  String metadataEndpoint() {
    return ec2MetadataServiceEndpoint.orElse("http://169.254.169.254");
  }
}
