package io.quorate.localcloud.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every event in EventBridge's exact JSON, field for field and in its order. */
class EventGoldenTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final EventOrigin ORIGIN =
      new EventOrigin("000000000000", "us-east-1", () -> NOW, () -> "event-id");
  private static final String INSTANCE = "i-01234567890abcdef";
  private static final String GROUP_ARN =
      "arn:aws:autoscaling:us-east-1:000000000000:autoScalingGroup:u:autoScalingGroupName/etcd";

  static Stream<Arguments> events() {
    GroupEvents group = new GroupEvents(ORIGIN);
    InstanceEvents instance = new InstanceEvents(ORIGIN);
    return Stream.of(
        Arguments.of("launch-lifecycle-action", group.lifecycleAction(waiting("LAUNCHING", "m"))),
        Arguments.of(
            "terminate-lifecycle-action", group.lifecycleAction(waiting("TERMINATING", ""))),
        Arguments.of("launch-successful", group.launch(ended("", INSTANCE))),
        Arguments.of("launch-unsuccessful", group.launch(ended("No capacity", ""))),
        Arguments.of("terminate-successful", group.terminate(ended("", INSTANCE))),
        Arguments.of("terminate-unsuccessful", group.terminate(ended("Refused", INSTANCE))),
        Arguments.of("state-change", instance.stateChange(INSTANCE, "shutting-down")),
        Arguments.of("spot-interruption", instance.spotInterruption(INSTANCE, "terminate")),
        Arguments.of("rebalance-recommendation", instance.rebalanceRecommendation(INSTANCE)));
  }

  private static GroupEvents.Waiting waiting(String transition, String metadata) {
    return new GroupEvents.Waiting(
        "token",
        GROUP_ARN,
        "etcd",
        "hook",
        INSTANCE,
        "autoscaling:EC2_INSTANCE_" + transition,
        Optional.of(metadata).filter(text -> !text.isEmpty()));
  }

  private static GroupEvents.Ended ended(String message, String instance) {
    return new GroupEvents.Ended(
        GROUP_ARN,
        "etcd",
        "activity",
        instance,
        "us-east-1a",
        "subnet-us-east-1a",
        "description",
        "cause",
        message,
        NOW.minusSeconds(9),
        NOW);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("events")
  void isWrittenAsEventBridgeDoes(String name, CloudEvent event) throws IOException {
    String golden = golden(name + ".json");
    assertThat(event.toJson()).isEqualTo(JSON.std.asString(JSON.std.anyFrom(golden)));
  }

  private static String golden(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(
            EventGoldenTest.class.getResourceAsStream(name), "no golden file " + name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void matchesPatternsAsEventBridgeDoes(String pattern, boolean expected) throws IOException {
    String event =
        "{\"source\":\"aws.ec2\",\"detail\":{\"state\":\"running\",\"n\":3,\"tags\":[\"a\",\"b\"]}}";
    assertThat(EventPattern.parse(pattern).matches(JSON.std.mapFrom(event)))
        .as(pattern)
        .isEqualTo(expected);
  }

  static List<Arguments> patterns() {
    return List.of(
        Arguments.of("{}", true),
        Arguments.of("{\"source\":[\"aws.ec2\",\"aws.autoscaling\"]}", true),
        Arguments.of("{\"source\":[\"aws.autoscaling\"]}", false),
        Arguments.of("{\"detail\":{\"state\":[{\"exists\":true}]}}", true),
        Arguments.of("{\"detail\":{\"state\":[{\"exists\":false}]}}", false),
        Arguments.of("{\"detail\":{\"absent\":[{\"exists\":true}]}}", false),
        Arguments.of("{\"absent\":{\"deep\":[{\"exists\":false}]}}", true),
        Arguments.of("{\"detail\":[{\"exists\":true}]}", false),
        Arguments.of("{\"source\":[{\"prefix\":\"aws.\"}]}", true),
        Arguments.of("{\"source\":[{\"prefix\":\"x\"}]}", false),
        Arguments.of("{\"detail\":{\"n\":[3]}}", true),
        Arguments.of("{\"detail\":{\"tags\":[\"b\"]}}", true),
        Arguments.of("{\"detail\":{\"state\":[{\"anything-but\":\"running\"}]}}", false),
        Arguments.of("{\"detail\":{\"state\":[{\"anything-but\":[\"stopped\"]}]}}", true),
        Arguments.of("{\"detail\":{\"state\":[{\"anything-but\":{\"prefix\":\"run\"}}]}}", false),
        Arguments.of("{\"source\":[\"aws.ec2\"],\"detail\":{\"n\":[4]}}", false));
  }
}
