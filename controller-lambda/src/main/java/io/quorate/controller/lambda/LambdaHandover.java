package io.quorate.controller.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quorate.aws.CallListener;
import io.quorate.aws.SignedCalls;
import io.quorate.controller.events.Handover;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.events.TriggerReader;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.ServiceMetadata;

/**
 * Lambda's Invoke (2015-03-31), of the function itself under the name and alias under which it was
 * invoked.
 */
public final class LambdaHandover implements Handover {
  private static final Logger LOG = LoggerFactory.getLogger(LambdaHandover.class);
  private static final String SIGNED_FOR = "lambda";
  private static final int ACCEPTED = 202;
  private static final int NAME = 6;
  private static final int ALIAS = 7;

  private final SignedCalls calls;
  private final URI endpoint;
  private volatile Optional<String> function = Optional.empty();

  /**
   * Invokes with these credentials.
   *
   * @param instead the endpoint, where AWS is not AWS
   * @param listener is told how each call was answered
   */
  public LambdaHandover(
      SdkHttpClient http,
      AwsCredentialsProvider credentials,
      Region region,
      Optional<String> instead,
      CallListener listener) {
    this.calls =
        new SignedCalls(
            http,
            credentials,
            SIGNED_FOR,
            region.id(),
            new SignedCalls.Told(listener, SERVICE, answer -> "")); // Its status says all.
    this.endpoint =
        instead
            .filter(url -> !url.isBlank())
            .map(URI::create)
            .orElseGet(
                () -> URI.create("https://" + ServiceMetadata.of(SIGNED_FOR).endpointFor(region)));
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
      SignedCalls.Answer answer =
          call(
              parts[NAME],
              parts.length > ALIAS ? Optional.of(parts[ALIAS]) : Optional.empty(),
              TriggerReader.write(share));
      return answer.status() == ACCEPTED
          || refused(share, "answer " + answer.status() + " " + new String(answer.body(), UTF_8));
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

  private SignedCalls.Answer call(String name, Optional<String> alias, byte[] payload)
      throws IOException {
    SdkHttpRequest.Builder request =
        SdkHttpRequest.builder()
            .uri(endpoint)
            .method(SdkHttpMethod.POST)
            .encodedPath("/2015-03-31/functions/" + name + "/invocations")
            .putHeader("X-Amz-Invocation-Type", "Event")
            .putHeader("Content-Type", "application/json");
    alias.ifPresent(named -> request.putRawQueryParameter("Qualifier", named));
    return calls.call(OPERATION, request, payload);
  }
}
