package io.quorate.localcloud.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.events.EventPattern;
import io.quorate.localcloud.wire.JsonBody;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The patterns that Terraform gives to EventBridge, on events as EventBridge writes them. */
class EventRulesTest {
  private static final Map<String, EventPattern> RULES = ControlPlaneModule.get().events();

  @ParameterizedTest
  @CsvSource({
    "launch-lifecycle-action,group",
    "terminate-lifecycle-action,group",
    "launch-successful,group",
    "launch-unsuccessful,group",
    "terminate-successful,group",
    "terminate-unsuccessful,group",
    "state-change,instance",
    "spot-interruption,interruption",
    "rebalance-recommendation,interruption"
  })
  void anEventOfTheGroupOrAnInstanceMatchesOneRule(String file, String rule) throws IOException {
    assertThat(rulesOf(event(file))).containsExactly(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "aws.autoscaling,EC2 Auto Scaling Instance Refresh Started",
    "aws.ec2,EBS Volume Notification",
    "aws.ec2,EC2 Instance Launch Successful",
    "aws.s3,EC2 Instance State-change Notification",
    "aws.events,Scheduled Event"
  })
  void anotherEventMatchesNone(String source, String type) throws IOException {
    Map<String, Object> other = event("state-change");
    other.put("source", source);
    other.put("detail-type", type);
    assertThat(rulesOf(other)).isEmpty();
  }

  @Test
  void everyTypeThatARuleNamesIsOneThatEventBridgeSends() throws IOException {
    TreeSet<String> sent = new TreeSet<>();
    for (String file :
        List.of(
            "launch-lifecycle-action",
            "terminate-lifecycle-action",
            "launch-successful",
            "launch-unsuccessful",
            "terminate-successful",
            "terminate-unsuccessful",
            "state-change",
            "spot-interruption",
            "rebalance-recommendation")) {
      sent.add(new JsonBody(event(file)).text("detail-type").orElseThrow());
    }
    assertThat(named()).containsExactlyInAnyOrderElementsOf(sent);
  }

  private static List<String> named() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(
            ControlPlaneModule.class.getResourceAsStream("control-plane/deployment.json"))) {
      JsonBody events = JsonBody.of(file.readAllBytes()).object("events");
      return events.names().stream()
          .map(events::object)
          .map(rule -> rule.fields().get("detail-type"))
          .flatMap(types -> types instanceof List<?> list ? list.stream() : Stream.of())
          .map(String::valueOf)
          .toList();
    }
  }

  private static List<String> rulesOf(Map<String, Object> event) {
    return RULES.entrySet().stream()
        .filter(rule -> rule.getValue().matches(event))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Map<String, Object> event(String name) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(
            EventRulesTest.class.getResourceAsStream("../events/" + name + ".json"), name)) {
      return new LinkedHashMap<>(JSON.std.mapFrom(file));
    }
  }
}
