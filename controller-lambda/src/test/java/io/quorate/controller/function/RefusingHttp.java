package io.quorate.controller.function;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Refuses every call for good, and remembers which hosts were called. */
final class RefusingHttp implements SdkHttpClient {
  private static final byte[] BODY = "{\"__type\": \"AccessDeniedException\"}".getBytes(UTF_8);

  private final Set<String> hosts = new ConcurrentSkipListSet<>();

  Set<String> hosts() {
    return hosts;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    hosts.add(request.httpRequest().host());
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() {
        return HttpExecuteResponse.builder()
            .response(SdkHttpResponse.builder().statusCode(403).build())
            .responseBody(AbortableInputStream.create(new ByteArrayInputStream(BODY)))
            .build();
      }

      @Override
      public void abort() {}
    };
  }

  @Override
  public void close() {}
}
