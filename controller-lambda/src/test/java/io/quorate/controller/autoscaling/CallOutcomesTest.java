package io.quorate.controller.autoscaling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.events.Handover;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.lambda.LambdaHandover;
import io.quorate.controller.route53.Route53Endpoint;
import io.quorate.controller.route53.Route53Zones;
import io.quorate.controller.view.ZoneView;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;

/** Calls that sign themselves are told as the SDK's are. */
@Guards("CLOUD_UNANSWERED")
class CallOutcomesTest {
  private static final String LIST = "Route53 ListResourceRecordSets";
  private static final String CHANGE = "Route53 ChangeResourceRecordSets";
  private static final String NOBODY =
      "<ListResourceRecordSetsResponse><ResourceRecordSets/></ListResourceRecordSetsResponse>";
  private static final Trigger.Share SHARE =
      new Trigger.Share(Instant.EPOCH, new ClusterName("a"), new ClusterName("b"), 200);

  private final CallOutcomes outcomes = new CallOutcomes();
  private final Answering http = new Answering();
  private final StaticCredentialsProvider credentials =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "key"));
  private final HostedZones zones =
      new Route53Zones(
          http,
          credentials,
          Route53Endpoint.of("us-east-1", Optional.of("http://route53")),
          outcomes);

  @Test
  void aRoute53ThatAnswersIsTold() {
    assertThat(listed(200, NOBODY)).isEqualTo(new ZoneView.Observed(List.of()));
    assertThat(outcomes.ofThisThread()).containsOnlyKeys(LIST).containsValue(Optional.empty());
  }

  @Test
  void oneThatIsThrottledDeniedOrFailsIsNamed() {
    listed(400, error("Throttling"));
    assertThat(list()).contains("throttled");
    listed(400, error("PriorRequestNotComplete"));
    assertThat(list()).contains("throttled");
    listed(403, error("AccessDenied"));
    assertThat(list()).contains("denied: the controller's role lacks the right");
    listed(503, "no XML");
    assertThat(list()).contains("error 503 Http503");

    listed(200, NOBODY);
    assertThat(list()).isEmpty();
  }

  @Test
  void aZoneThatIsNotThereIsAnAnswer() {
    assertThat(listed(404, error("NoSuchHostedZone"))).isInstanceOf(ZoneView.Unknown.class);
    assertThat(outcomes.ofThisThread()).containsEntry(LIST, Optional.empty());
  }

  @Test
  void aChangeThatNobodyAnswersIsNamedByItself() {
    http.broken = true;
    assertThatExceptionOfType(CloudUnavailableException.class)
        .isThrownBy(() -> zones.change("Z1", List.of()));
    assertThat(outcomes.ofThisThread()).isEqualTo(Map.of(CHANGE, Optional.of("no answer")));
  }

  @Test
  void whatTakesOverASecondAndAHalfIsSlow() {
    outcomes.ended("Route53", "ListResourceRecordSets", CallOutcomes.SLOW, Optional.empty());
    assertThat(list()).hasValueSatisfying(why -> assertThat(why).startsWith("slow"));
    outcomes.ended(
        "Route53", "ListResourceRecordSets", CallOutcomes.SLOW.minusMillis(1), Optional.empty());
    assertThat(list()).isEmpty();
  }

  @Test
  void anInvocationOfItselfThatLambdaRefusesIsNamed() {
    LambdaHandover handover =
        new LambdaHandover(
            http, credentials, Region.US_EAST_1, Optional.of("http://lambda"), outcomes);
    handover.invokedAs("arn:aws:lambda:us-east-1:123456789012:function:quorate:live");
    http.answer(429, "");
    assertThat(handover.take(SHARE)).isFalse();
    assertThat(outcomes.ofThisThread()).containsEntry(Handover.CALL, Optional.of("throttled"));

    http.answer(202, "");
    assertThat(handover.take(SHARE)).isTrue();
    assertThat(outcomes.ofThisThread()).containsEntry(Handover.CALL, Optional.empty());
  }

  private ZoneView listed(int status, String body) {
    http.answer(status, body);
    return zones.records("Z1", "demo.etcd.internal");
  }

  private Optional<String> list() {
    return outcomes.ofThisThread().getOrDefault(LIST, Optional.of("not called"));
  }

  private static String error(String code) {
    return "<ErrorResponse><Error><Code>%s</Code></Error></ErrorResponse>".formatted(code);
  }

  /** Answers each call the same. */
  private static final class Answering implements SdkHttpClient {
    private int status = 200;
    private byte[] body = {};
    private boolean broken;

    void answer(int with, String text) {
      status = with;
      body = text.getBytes(UTF_8);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      return new ExecutableHttpRequest() {
        @Override
        public HttpExecuteResponse call() throws IOException {
          if (broken) {
            throw new IOException("reset");
          }
          return HttpExecuteResponse.builder()
              .response(SdkHttpResponse.builder().statusCode(status).build())
              .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
              .build();
        }

        @Override
        public void abort() {}
      };
    }

    @Override
    public void close() {}
  }
}
