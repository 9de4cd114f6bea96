package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.memory.InMemoryRecordStore;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

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
  void verboseAddsTheStackTrace() {
    store.failing(new IOException("refused"));

    run.quorate("get", "--verbose");

    assertThat(run.err()).contains("\tat ");
  }
}
