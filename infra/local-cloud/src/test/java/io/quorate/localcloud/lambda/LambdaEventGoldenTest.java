package io.quorate.localcloud.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.events.EventOrigin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** The events of each source in Lambda's exact JSON. */
class LambdaEventGoldenTest {
  @Test
  void messages() throws IOException {
    Message message =
        Message.builder()
            .messageId("059f36b4-87a3-44ab-83d2-661975830a7d")
            .receiptHandle("handle")
            .body("{\"a\":1}")
            .md5OfBody("e4e68fb7bd0e697a0ae8f1bb342846b3")
            .attributes(
                Map.of(
                    MessageSystemAttributeName.SENT_TIMESTAMP, "1545082649183",
                    MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, "1"))
            .build();
    expect(
        SqsEventJson.write(List.of(message), "arn:aws:sqs:us-east-1:0:q", "us-east-1"),
        "sqs-event.json");
  }

  @Test
  void streamRecords() throws IOException {
    Map<String, AttributeValue> image =
        Map.of(
            "id", AttributeValue.fromS("n"),
            "count", AttributeValue.fromN("7"),
            "raw", AttributeValue.fromB(SdkBytes.fromUtf8String("x")),
            "flag", AttributeValue.fromBool(true),
            "none", AttributeValue.fromNul(true),
            "list", AttributeValue.fromL(List.of(AttributeValue.fromSs(List.of("s")))),
            "map", AttributeValue.fromM(Map.of("k", AttributeValue.fromNs(List.of("1")))));
    Record record =
        Record.builder()
            .eventID("e1")
            .eventName("MODIFY")
            .eventVersion("1.1")
            .dynamodb(
                change ->
                    change
                        .approximateCreationDateTime(Instant.ofEpochSecond(1_700_000_000))
                        .keys(Map.of("id", AttributeValue.fromS("n")))
                        .newImage(image)
                        .sequenceNumber("111")
                        .sizeBytes(26L)
                        .streamViewType("NEW_AND_OLD_IMAGES"))
            .build();
    expect(
        StreamEventJson.write(List.of(StreamEventJson.record(record, "arn:stream", "us-east-1"))),
        "dynamodb-event.json");
  }

  @Test
  void schedules() throws IOException {
    EventOrigin origin =
        new EventOrigin(
            "000000000000",
            "us-east-1",
            () -> Instant.parse("2026-01-02T03:04:05Z"),
            () -> "event-id");
    expect(
        Schedule.event(origin, "every-minute").toJson().getBytes(StandardCharsets.UTF_8),
        "scheduled-event.json");
  }

  private static void expect(byte[] json, String golden) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(
            LambdaEventGoldenTest.class.getResourceAsStream(golden), "no golden file " + golden)) {
      assertThat(new String(json, StandardCharsets.UTF_8))
          .isEqualTo(JSON.std.asString(JSON.std.anyFrom(file.readAllBytes())));
    }
  }
}
