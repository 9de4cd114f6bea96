package io.quorate.localcloud.faults;

import io.quorate.localcloud.wire.Glob;
import io.quorate.localcloud.wire.JsonBody;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/** A rule as {@code /_cloud/faults} writes it; all fields but {@code action} may be left out. */
final class FaultRuleJson {
  private static final Set<String> FIELDS =
      Set.of(
          "id",
          "principal",
          "service",
          "operation",
          "resource",
          "action",
          "status",
          "code",
          "delayMillis",
          "probability",
          "remaining");

  private FaultRuleJson() {}

  static FaultRule read(JsonBody body) {
    body.names().stream()
        .filter(name -> !FIELDS.contains(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new IllegalArgumentException(
                  "fault: unknown field \"" + name + "\", expected some of " + FIELDS);
            });
    Optional<Number> remaining = body.number("remaining");
    return new FaultRule(
        body.text("id").orElseGet(() -> UUID.randomUUID().toString()),
        glob(body, "principal"),
        glob(body, "service"),
        glob(body, "operation"),
        body.text("resource").map(Glob::of),
        action(body),
        body.number("probability").map(Number::doubleValue).orElse(1.0),
        remaining.isPresent() ? OptionalInt.of(remaining.get().intValue()) : OptionalInt.empty());
  }

  private static Glob glob(JsonBody body, String field) {
    return body.text(field).map(Glob::of).orElse(Glob.ANY);
  }

  private static FaultAction action(JsonBody body) {
    String name = body.text("action").orElse("none");
    return switch (name) {
      case "ERROR" ->
          new FaultAction.Fail(
              body.number("status").map(Number::intValue).orElse(500),
              body.text("code").orElse("InternalServerError"));
      case "THROTTLE" -> new FaultAction.Throttle();
      case "DELAY" ->
          new FaultAction.Delay(
              Duration.ofMillis(body.number("delayMillis").map(Number::longValue).orElse(1000L)));
      case "DROP" -> new FaultAction.DropBefore();
      case "DROP_AFTER" -> new FaultAction.DropAfter();
      case "DUPLICATE" -> new FaultAction.Duplicate();
      default ->
          throw new IllegalArgumentException(
              "fault: action \"%s\", expected ERROR, THROTTLE, DELAY, DROP, DROP_AFTER or DUPLICATE"
                  .formatted(name));
    };
  }

  static Map<String, Object> write(FaultRule rule) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", rule.id());
    fields.put("principal", rule.principal().text());
    fields.put("service", rule.service().text());
    fields.put("operation", rule.operation().text());
    rule.resource().ifPresent(glob -> fields.put("resource", glob.text()));
    switch (rule.action()) {
      case FaultAction.Fail(int status, String code) -> {
        fields.put("action", "ERROR");
        fields.put("status", status);
        fields.put("code", code);
      }
      case FaultAction.Throttle() -> fields.put("action", "THROTTLE");
      case FaultAction.Delay(Duration time) -> {
        fields.put("action", "DELAY");
        fields.put("delayMillis", time.toMillis());
      }
      case FaultAction.DropBefore() -> fields.put("action", "DROP");
      case FaultAction.DropAfter() -> fields.put("action", "DROP_AFTER");
      case FaultAction.Duplicate() -> fields.put("action", "DUPLICATE");
    }
    fields.put("probability", rule.probability());
    rule.remaining().ifPresent(count -> fields.put("remaining", count));
    return fields;
  }
}
