package io.quorate.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.RacingStore;
import io.quorate.cli.Run;
import io.quorate.memory.InMemoryRecordStore;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** One test sets properties of this process. */
@Isolated
class StoreFailuresTest {
  private final RacingStore store = new RacingStore(new InMemoryRecordStore());
  private final Run run = new Run(store);

  @ParameterizedTest
  @CsvSource({
    "AccessDeniedException, 77",
    "UnrecognizedClientException, 77",
    "ResourceNotFoundException, 69",
    "InternalServerError, 69"
  })
  void whatTheServiceAnsweredDecidesTheExitCode(String error, int code) {
    store.failing(
        AwsServiceException.builder()
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(error).build())
            .build());

    assertThat(run.quorate("status", "demo")).isEqualTo(code);
    assertThat(run.err()).contains("expected").doesNotContain("\tat ");
  }

  /** As the access portal's, and any server's that is none of AWS. */
  @ParameterizedTest
  @CsvSource({
    "DynamoDb, 69, the store answered",
    "Sso, 77, aws sso login",
    "SsoOidc, 77, aws sso login"
  })
  void anAnswerWithoutACodeIsToldByItsService(String service, int code, String words) {
    store.failing(
        AwsServiceException.builder()
            .message("Service returned HTTP status code 401")
            .awsErrorDetails(AwsErrorDetails.builder().serviceName(service).build())
            .build());

    assertThat(run.quorate("status", "demo")).isEqualTo(code);
    assertThat(run.err()).contains(words).doesNotContain("\tat ");
  }

  @Test
  void missingCredentialsAreADenial() {
    store.failing(SdkClientException.create("Unable to load credentials from any provider"));

    assertThat(run.quorate("get")).isEqualTo(77);
    assertThat(run.err()).contains("AWS_PROFILE");
  }

  @Test
  void noAnswerIsUnavailability() {
    store.failing(new IOException("refused"));

    assertThat(run.quorate("events", "demo")).isEqualTo(69);
    assertThat(run.err()).contains("--endpoint-url");
  }

  @Test
  void everyFailureIsOneLineWithoutTheNamesOfClasses() {
    Map<Exception, String> told =
        Map.of(
            SdkClientException.create(
                "Unable to execute HTTP request", new ConnectException("Connection refused")),
            "connection refused",
            SdkClientException.create(
                "Received an UnknownHostException", new UnknownHostException("no.such.host")),
            "no host no.such.host",
            SdkClientException.create("Unable", new SocketTimeoutException("Read timed out")),
            "no answer in time",
            AwsServiceException.builder()
                .message("Cannot do operations on a non-existent table (Service: DynamoDb)")
                .awsErrorDetails(
                    AwsErrorDetails.builder().errorCode("ResourceNotFoundException").build())
                .build(),
            "--clusters-table",
            SdkClientException.create("Unable to load credentials from any of x@1a2b: [a, b]"),
            "AWS_ACCESS_KEY_ID");
    told.forEach(
        (failure, words) -> {
          store.failing(failure);

          run.quorate("status", "demo");

          assertThat(run.err().lines()).as(words).hasSize(1);
          assertThat(run.err()).contains(words).doesNotContain("@").doesNotContain("Exception");
        });
  }

  @Test
  void aProxyThatRefusesIsNamedWithoutItsPassword() {
    assertThat(
            Proxies.named(
                name -> name.equals("HTTPS_PROXY") ? "http://me:secret@proxy.example:3128" : ""))
        .contains("http://proxy.example:3128");
    System.setProperty("https.proxyHost", "proxy.example");
    System.setProperty("https.proxyPort", "3128");
    try {
      store.failing(
          SdkClientException.create(
              "Unable to execute HTTP request",
              new IOException("Unable to tunnel through proxy. Proxy returns \"HTTP/1.1 407\"")));
      assertThat(run.quorate("get")).isEqualTo(CommandExitCode.UNAVAILABLE);
      assertThat(run.err()).contains("the proxy http://proxy.example:3128 refused", "407");

      store.failing(AwsServiceException.builder().message("403 Forbidden").build());
      assertThat(run.quorate("get")).isEqualTo(CommandExitCode.UNAVAILABLE);
      assertThat(run.err()).contains("the proxy http://proxy.example:3128 answered in place");

      store.failing(SdkClientException.create("Unable", new ConnectException("refused")));
      run.quorate("get");
      assertThat(run.err()).contains("connection refused (calls go through the proxy http://proxy");
    } finally {
      System.clearProperty("https.proxyHost");
      System.clearProperty("https.proxyPort");
    }
  }

  @Test
  void anEndedSignOnIsToldWithTheCommandThatMakesAnother() {
    store.failing(SdkClientException.create("The SSO session is over; please run aws sso login"));

    assertThat(run.quorate("get")).isEqualTo(CommandExitCode.DENIED);
    assertThat(run.err()).contains("aws sso login --profile");
  }

  @Test
  void verboseAddsTheStackTrace() {
    store.failing(new IOException("refused"));

    run.quorate("get", "--verbose");

    assertThat(run.err()).contains("\tat ");
  }
}
