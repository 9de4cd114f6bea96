package io.quorate.dynamodb;

import io.quorate.aws.HttpClients;
import java.time.Duration;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * Makes DynamoDB clients: small, bounded in time, with region, credentials and endpoint from the
 * SDK's standard environment.
 */
public final class DynamoDbClients {
  private DynamoDbClients() {}

  /**
   * A client.
   *
   * @param attempt how long one attempt may take
   * @param call how long a call may take, all attempts together
   */
  public static DynamoDbClient bounded(Duration attempt, Duration call) {
    return builder(attempt, call).httpClientBuilder(HttpClients.builder(attempt, attempt)).build();
  }

  /** One to finish, with a region or an HTTP client that others use, too. */
  public static DynamoDbClientBuilder builder(Duration attempt, Duration call) {
    return DynamoDbClient.builder()
        .overrideConfiguration(
            o ->
                o.apiCallAttemptTimeout(attempt)
                    .apiCallTimeout(call)
                    .retryStrategy(RetryMode.STANDARD));
  }
}
