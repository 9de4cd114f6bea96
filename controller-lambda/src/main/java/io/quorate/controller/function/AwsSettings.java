package io.quorate.controller.function;

import io.micronaut.context.annotation.ConfigurationProperties;
import java.util.Optional;

/**
 * What of AWS's own settings the function needs itself.
 *
 * @param region {@code AWS_REGION}, which Lambda sets
 * @param endpointUrl {@code AWS_ENDPOINT_URL}, set where AWS is not AWS
 */
@ConfigurationProperties("aws")
record AwsSettings(Optional<String> region, Optional<String> endpointUrl) {
  /** Whether something else than AWS answers. */
  boolean elsewhere() {
    return endpointUrl.filter(url -> !url.isBlank()).isPresent();
  }
}
