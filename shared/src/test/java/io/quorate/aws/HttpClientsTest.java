package io.quorate.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class HttpClientsTest {
  private final AtomicInteger calls = new AtomicInteger();

  /** What the JDK's client does when a timer disconnects it while it reads. */
  private final class Disconnected implements SdkHttpClient, ExecutableHttpRequest {
    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return this;
    }

    @Override
    public HttpExecuteResponse call() {
      calls.incrementAndGet();
      throw new NullPointerException("\"this.http\" is null");
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
  }

  @Test
  void aConnectionThatBreaksInTheClientIsRetriedAndReportedAsTheSdksFailure() {
    try (DynamoDbClient client =
        DynamoDbClient.builder()
            .httpClient(HttpClients.checked(new Disconnected()))
            .credentialsProvider(AnonymousCredentialsProvider.create())
            .region(Region.US_EAST_1)
            .endpointOverride(URI.create("http://127.0.0.1:1"))
            .build()) {
      assertThatThrownBy(client::listTables)
          .isInstanceOf(SdkClientException.class)
          .hasMessageContaining("this.http")
          .hasRootCauseInstanceOf(NullPointerException.class);
    }
    assertThat(calls.get()).as("attempts").isGreaterThan(1);
  }
}
