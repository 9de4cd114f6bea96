package io.quorate.controller.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.controller.events.Handover;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.events.TriggerReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.ServiceMetadata;

/**
 * Lambda's Invoke (2015-03-31), of the function itself under the name and alias under which it was
 * invoked, made once over the SDK's HTTP client and signer: the SDK's own client of Lambda would be
 * loaded at each cold start.
 */
public final class LambdaHandover implements Handover {
  private static final Logger LOG = LoggerFactory.getLogger(LambdaHandover.class);
  private static final String SERVICE = "lambda";
  private static final int ACCEPTED = 202;
  private static final int LONGEST = 1 << 16;
  private static final int NAME = 6;
  private static final int ALIAS = 7;

  private final SdkHttpClient http;
  private final AwsCredentialsProvider credentials;
  private final Region region;
  private final URI endpoint;
  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
  private volatile Optional<String> function = Optional.empty();

  /**
   * Invokes with these credentials.
   *
   * @param instead the endpoint, where AWS is not AWS
   */
  public LambdaHandover(
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      Region region,
      Optional<String> instead) {
    this.http = http;
    this.credentials = credentials;
    this.region = region;
    this.endpoint =
        instead
            .filter(url -> !url.isBlank())
            .map(URI::create)
            .orElseGet(
                () -> URI.create("https://" + ServiceMetadata.of(SERVICE).endpointFor(region)));
  }

  /**
   * Says as whom it runs.
   *
   * @param arn by which the function was invoked, with its alias where there is one
   */
  public void invokedAs(String arn) {
    function = Optional.of(arn);
  }

  @Override
  public boolean take(Trigger.Share share) {
    Optional<String> arn = function;
    if (arn.isEmpty()) {
      return refused(share, "nobody told by which ARN the function was invoked");
    }
    String[] parts = arn.get().split(":", -1);
    if (parts.length <= NAME) {
      return refused(share, "the function was invoked as " + arn.get() + ", expected an ARN");
    }
    try {
      HttpExecuteResponse answer =
          call(
              parts[NAME],
              parts.length > ALIAS ? Optional.of(parts[ALIAS]) : Optional.empty(),
              TriggerReader.write(share));
      String words = words(answer);
      int status = answer.httpResponse().statusCode();
      return status == ACCEPTED || refused(share, "answer " + status + " " + words);
    } catch (IOException | SdkException e) {
      return refused(share, "no answer: " + e.getMessage());
    }
  }

  private static boolean refused(Trigger.Share share, String why) {
    LOG.warn(
        "handover=refused from={} to={} why=\"{}\"; this invocation goes on with it",
        share.from(),
        share.to(),
        why);
    return false;
  }

  private HttpExecuteResponse call(String name, Optional<String> alias, byte[] payload)
      throws IOException {
    SdkHttpRequest.Builder request =
        SdkHttpRequest.builder()
            .uri(endpoint)
            .method(SdkHttpMethod.POST)
            .encodedPath("/2015-03-31/functions/" + name + "/invocations")
            .putHeader("X-Amz-Invocation-Type", "Event")
            .putHeader("Content-Type", "application/json")
            .putHeader("Content-Length", String.valueOf(payload.length));
    alias.ifPresent(named -> request.putRawQueryParameter("Qualifier", named));
    ContentStreamProvider body = ContentStreamProvider.fromByteArray(payload);
    SignedRequest signed =
        signer.sign(
            sign ->
                sign.identity(credentials.resolveCredentials())
                    .request(request.build())
                    .payload(body)
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, SERVICE)
                    .putProperty(AwsV4HttpSigner.REGION_NAME, region.id()));
    return http.prepareRequest(
            HttpExecuteRequest.builder()
                .request(signed.request())
                .contentStreamProvider(signed.payload().orElse(body))
                .build())
        .call();
  }

  private static String words(HttpExecuteResponse answer) throws IOException {
    if (answer.responseBody().isEmpty()) {
      return "";
    }
    try (InputStream in = answer.responseBody().get()) {
      return new String(in.readNBytes(LONGEST), UTF_8);
    }
  }
}
