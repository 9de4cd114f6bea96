package io.quorate.aws;

import java.io.IOException;
import java.time.Duration;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.utils.AttributeMap;

/** The HTTP client of all AWS clients: the JDK's, which is small and starts fast. */
public final class HttpClients {
  private HttpClients() {}

  /**
   * A builder; give it to an AWS client, which then owns the HTTP client.
   *
   * @param connect how long a connection may take
   * @param silence how long an answer may be silent
   */
  public static SdkHttpClient.Builder<?> builder(Duration connect, Duration silence) {
    return new Builder(
        UrlConnectionHttpClient.builder().connectionTimeout(connect).socketTimeout(silence));
  }

  /** The same as a client that several AWS clients share. */
  public static SdkHttpClient shared(Duration connect, Duration silence) {
    return builder(connect, silence).build();
  }

  /** Named, so that a test can put another client below. */
  static SdkHttpClient checked(SdkHttpClient client) {
    return new Checked(client);
  }

  private record Builder(UrlConnectionHttpClient.Builder plain)
      implements SdkHttpClient.Builder<Builder> {
    @Override
    public SdkHttpClient buildWithDefaults(AttributeMap defaults) {
      return checked(plain.buildWithDefaults(defaults));
    }
  }

  private record Checked(SdkHttpClient client) implements SdkHttpClient {
    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return new CheckedRequest(client.prepareRequest(request));
    }

    @Override
    public String clientName() {
      return client.clientName();
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /**
   * A call that fails always fails with an IOException, which the SDK retries and reports as its
   * own. When the SDK's timer disconnects a connection that just reads its answer, the JDK throws a
   * NullPointerException (seen on JDK 25, {@code HttpURLConnection.getInputStream0}), which the SDK
   * passes on as it is, past everybody who expects an SdkException.
   */
  private record CheckedRequest(ExecutableHttpRequest request) implements ExecutableHttpRequest {
    @Override
    public HttpExecuteResponse call() throws IOException {
      try {
        return request.call();
      } catch (RuntimeException e) {
        throw new IOException("the connection broke: " + e.getMessage(), e);
      }
    }

    @Override
    public void abort() {
      request.abort();
    }
  }
}
