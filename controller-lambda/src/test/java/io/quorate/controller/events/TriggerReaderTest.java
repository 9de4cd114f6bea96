package io.quorate.controller.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TriggerReaderTest {
  private static final InstanceId INSTANCE = new InstanceId("i-0123456789abcdef0");

  @Test
  void readsTheQueuesShape() throws IOException {
    assertThat(TriggerReader.read(golden("queue.json")))
        .isEqualTo(
            new Trigger.Batch(
                "aws:sqs",
                List.of(
                    new Trigger.Entry("m-1", new Hint.Group("group-a")),
                    new Trigger.Entry("m-2", new Hint.Instance(INSTANCE)))));
  }

  @Test
  void readsTheHintOfTheOperatorsCommand() {
    assertThat(queued("{'source':'quorate','cluster':'demo'}"))
        .isEqualTo(new Hint.Cluster(new ClusterName("demo")));
    assertThat(queued("{'source':'quorate','cluster':'../x'}")).isInstanceOf(Hint.Malformed.class);
    assertThat(queued("{'source':'quorate'}")).isInstanceOf(Hint.Malformed.class);
  }

  private static Hint queued(String body) {
    String escaped = body.replace("'", "\\\"");
    Trigger read =
        read(
            "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"messageId\":\"m\",\"body\":\""
                + escaped
                + "\"}]}");
    return ((Trigger.Batch) read).entries().getFirst().hint();
  }

  @Test
  void readsTheStreamsShape() throws IOException {
    assertThat(TriggerReader.read(golden("stream.json")))
        .isEqualTo(
            new Trigger.Batch(
                "aws:dynamodb",
                List.of(
                    new Trigger.Entry(
                        "4421584500000000017450439091", new Hint.Cluster(new ClusterName("a"))))));
  }

  @Test
  void readsTheSchedulesShape() throws IOException {
    assertThat(TriggerReader.read(golden("schedule.json"))).isEqualTo(new Trigger.Schedule());
    assertThat(read("{\"source\":\"aws.scheduler\"}")).isEqualTo(new Trigger.Schedule());
  }

  @Test
  void readsTheShareThatItWrote() {
    Trigger.Share share =
        new Trigger.Share(
            Instant.parse("2026-01-02T03:04:05.678Z"),
            new ClusterName("m"),
            new ClusterName("b"),
            10_000);

    assertThat(TriggerReader.read(TriggerReader.write(share))).isEqualTo(share);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'source':'quorate.schedule'}",
        "{'source':'quorate.schedule','until':'soon','from':'a','to':'b','fleet':3}",
        "{'source':'quorate.schedule','until':'2026-01-02T03:04:05Z','from':'../a','to':'b','fleet':3}",
        "{'source':'quorate.schedule','until':'2026-01-02T03:04:05Z','from':'a','to':7,'fleet':3}",
        "{'source':'quorate.schedule','until':'2026-01-02T03:04:05Z','from':'a','to':'b'}",
      })
  void aShareThatCannotBeReadIsUnknown(String payload) {
    assertThat(read(payload.replace('\'', '"')))
        .isInstanceOfSatisfying(
            Trigger.Unknown.class, unknown -> assertThat(unknown.why()).contains("share"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[]",
        "7",
        "{}",
        "{\"source\":\"aws.events\",\"detail-type\":\"Other\"}",
        "{\"Records\":[7]}",
        "{\"Records\":[{\"eventSource\":\"aws:s3\"}]}",
        "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"body\":\"{}\"}]}",
        "{\"Records\":[{\"eventSource\":\"aws:dynamodb\",\"dynamodb\":{}}]}"
      })
  void whatItDoesNotKnowIsUnknownAndNeverThrows(String payload) {
    assertThat(read(payload)).isInstanceOf(Trigger.Unknown.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no json",
        "[1]",
        "{'source':'aws.autoscaling'}",
        "{'source':'aws.autoscaling','detail':{'AutoScalingGroupName':7}}",
        "{'source':'aws.ec2','detail':{}}",
        "{'source':'aws.ec2','detail':{'instance-id':'not an instance'}}"
      })
  void aMessageThatCannotBeUnderstoodIsMalformedByItself(String body) throws IOException {
    String message = body.replace('\'', '"').replace("\"", "\\\"");
    Trigger trigger =
        read(
            "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"messageId\":\"m\",\"body\":\""
                + message
                + "\"}]}");

    assertThat(((Trigger.Batch) trigger).entries())
        .singleElement()
        .satisfies(entry -> assertThat(entry.hint()).isInstanceOf(Hint.Malformed.class));
  }

  @Test
  void anotherServicesEventIsForeign() {
    Trigger trigger =
        read(
            "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"messageId\":\"m\","
                + "\"body\":\"{\\\"source\\\":\\\"aws.s3\\\"}\"}]}");

    assertThat(((Trigger.Batch) trigger).entries())
        .containsExactly(new Trigger.Entry("m", new Hint.Foreign("event from source 'aws.s3'")));
  }

  @ParameterizedTest
  @CsvSource({"{}", "{\"cluster\":{\"N\":\"7\"}}", "{\"cluster\":{\"S\":\"#clusters\"}}"})
  void aStreamRecordWithoutAClusterIsMalformed(String keys) {
    Trigger trigger =
        read(
            "{\"Records\":[{\"eventSource\":\"aws:dynamodb\",\"dynamodb\":{\"SequenceNumber\":\"1\","
                + "\"Keys\":"
                + keys
                + "}}]}");

    assertThat(((Trigger.Batch) trigger).entries().getFirst().hint())
        .isInstanceOf(Hint.Malformed.class);
  }

  /** Whatever is cut off or overwritten in a real payload, reading it ends with a value. */
  @ParameterizedTest
  @ValueSource(strings = {"queue.json", "stream.json", "schedule.json"})
  void damageNeverThrows(String name) throws IOException {
    byte[] whole = golden(name);
    for (int at = 0; at < whole.length; at++) {
      assertThat(TriggerReader.read(Arrays.copyOf(whole, at))).isNotNull();
      byte[] broken = whole.clone();
      broken[at] = '}';
      assertThat(TriggerReader.read(broken)).isNotNull();
    }
  }

  private static Trigger read(String payload) {
    return TriggerReader.read(payload.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(TriggerReaderTest.class.getResourceAsStream(name), name)) {
      return file.readAllBytes();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "123456789012, arn:aws:sqs:us-east-1:123456789012:q, true",
    "999999999999, arn:aws:sqs:us-east-1:123456789012:q, false",
    "999999999999, no arn, true",
    "999999999999, arn:aws:sqs:us-east-1::q, true"
  })
  void anEventOfAnotherAccountThanTheQueuesIsForeign(String account, String queue, boolean ours) {
    String body =
        "{\\\"source\\\":\\\"aws.autoscaling\\\",\\\"account\\\":\\\""
            + account
            + "\\\",\\\"detail\\\":{\\\"AutoScalingGroupName\\\":\\\"group-a\\\"}}";
    Trigger.Batch batch =
        (Trigger.Batch)
            read(
                "{\"Records\":[{\"eventSource\":\"aws:sqs\",\"messageId\":\"m\",\"eventSourceARN\":\""
                    + queue
                    + "\",\"body\":\""
                    + body
                    + "\"}]}");

    Hint hint = batch.entries().getFirst().hint();
    assertThat(hint).isInstanceOf(ours ? Hint.Group.class : Hint.Foreign.class);
  }
}
