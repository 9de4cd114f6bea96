package io.quorate.aws;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;

/**
 * Calls to a service of which a function needs one or two: each is made once, over the SDK's HTTP
 * client and signer. The SDK's own client of the service would be loaded at each cold start.
 */
public final class SignedCalls {
  private static final int LONGEST = 1 << 20;
  private static final int REFUSED = 400;

  private final SdkHttpClient http;
  private final AwsCredentialsProvider credentials;
  private final String service;
  private final String region;
  private final Told told;
  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

  /**
   * Who is told how each call ended.
   *
   * @param listener as it is told of the SDK's calls
   * @param service as the SDK names it
   * @param code the code of a refusal, empty where its status says all
   */
  public record Told(CallListener listener, String service, Function<Answer, String> code) {
    /** Nobody: whoever calls tells by itself what was not answered. */
    public static final Told NOBODY = new Told(CallListener.NONE, "", answer -> "");
  }

  /** Signs for this service and region, by the service's name for signatures. */
  public SignedCalls(
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      String service,
      String region,
      Told told) {
    this.http = http;
    this.credentials = credentials;
    this.service = service;
    this.region = region;
    this.told = told;
  }

  /**
   * What was answered.
   *
   * @param status HTTP's
   * @param body its first MiB
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Answer(int status, byte[] body) {}

  /**
   * Makes a call; one without a body where it is empty.
   *
   * @param operation its name in the API, as in {@code Invoke}
   * @throws IOException where no answer came
   */
  public Answer call(String operation, SdkHttpRequest.Builder request, byte[] body)
      throws IOException {
    long begun = System.nanoTime();
    Optional<Throwable> failure = Optional.empty();
    try {
      Answer answer = made(request, body);
      failure = answer.status() < REFUSED ? Optional.empty() : Optional.of(refusal(answer));
      return answer;
    } catch (IOException | RuntimeException e) {
      failure = Optional.of(e);
      throw e;
    } finally {
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      told.listener().ended(told.service(), operation, took, failure);
    }
  }

  /** As the SDK's clients throw it: it knows which codes are a throttle. */
  private AwsServiceException refusal(Answer answer) {
    return AwsServiceException.builder()
        .statusCode(answer.status())
        .awsErrorDetails(
            AwsErrorDetails.builder()
                .errorCode(told.code().apply(answer))
                .serviceName(told.service())
                .build())
        .build();
  }

  private Answer made(SdkHttpRequest.Builder request, byte[] body) throws IOException {
    if (body.length > 0) {
      request.putHeader("Content-Length", String.valueOf(body.length));
    }
    ContentStreamProvider payload = ContentStreamProvider.fromByteArray(body);
    SignedRequest signed =
        signer.sign(
            sign ->
                sign.identity(credentials.resolveCredentials())
                    .request(request.build())
                    .payload(payload)
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                    .putProperty(AwsV4HttpSigner.REGION_NAME, region));
    HttpExecuteRequest.Builder call = HttpExecuteRequest.builder().request(signed.request());
    if (body.length > 0) {
      call.contentStreamProvider(signed.payload().orElse(payload));
    }
    HttpExecuteResponse answer = http.prepareRequest(call.build()).call();
    return new Answer(answer.httpResponse().statusCode(), read(answer));
  }

  private static byte[] read(HttpExecuteResponse answer) throws IOException {
    if (answer.responseBody().isEmpty()) {
      return new byte[0];
    }
    try (InputStream in = answer.responseBody().get()) {
      return in.readNBytes(LONGEST);
    }
  }
}
