package io.quorate.agent.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Answers for a metadata service and an empty table, and remembers who was asked. */
final class RecordingHttp implements SdkHttpClient {
  private final List<URI> asked = new CopyOnWriteArrayList<>();

  List<URI> asked() {
    return List.copyOf(asked);
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    URI uri = request.httpRequest().getUri();
    asked.add(uri);
    String body =
        switch (uri.getPath()) {
          case "/latest/api/token" -> "token";
          case "/latest/meta-data/instance-id" -> "i-0told";
          default -> "{}";
        };
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() {
        return HttpExecuteResponse.builder()
            .response(
                SdkHttpResponse.builder()
                    .statusCode(200)
                    .putHeader("x-aws-ec2-metadata-token-ttl-seconds", "60")
                    .build())
            .responseBody(
                AbortableInputStream.create(new ByteArrayInputStream(body.getBytes(UTF_8))))
            .build();
      }

      @Override
      public void abort() {}
    };
  }

  @Override
  public void close() {}
}
