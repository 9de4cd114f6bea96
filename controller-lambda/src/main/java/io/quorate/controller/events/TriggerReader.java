package io.quorate.controller.events;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the four shapes that invoke the function; nothing in them makes it throw. */
public final class TriggerReader {
  private static final String SHARE = "quorate.schedule";
  private static final int SHOWN = 80;
  private static final int ACCOUNT = 4;

  private TriggerReader() {}

  /** Reads a whole invocation payload. */
  public static Trigger read(byte[] payload) {
    try {
      return trigger(JSON.std.anyFrom(payload));
    } catch (IOException | RuntimeException e) {
      return new Trigger.Unknown("payload is no JSON: " + e.getClass().getSimpleName());
    }
  }

  private static Trigger trigger(@Nullable Object payload) {
    if (payload instanceof Map<?, ?> event) {
      if (event.get("Records") instanceof List<?> records) {
        return batch(records);
      }
      if (scheduled(event)) {
        return new Trigger.Schedule();
      }
      if (SHARE.equals(event.get("source"))) {
        return share(event);
      }
      return new Trigger.Unknown("event from source " + shown(event.get("source")));
    }
    return new Trigger.Unknown("payload " + shown(payload) + ", expected an object");
  }

  /** The payload by which an invocation hands a part of the fleet on. */
  public static byte[] write(Trigger.Share share) {
    try {
      return JSON.std.asBytes(
          Map.of(
              "source", SHARE,
              "until", share.until().toString(),
              "from", share.from().value(),
              "to", share.to().value(),
              "fleet", share.fleet()));
    } catch (IOException e) {
      throw new UncheckedIOException("a share is plain texts: " + share, e);
    }
  }

  private static Trigger share(Map<?, ?> event) {
    Optional<ClusterName> from = name(event, "from");
    Optional<ClusterName> to = name(event, "to");
    Optional<Instant> until = text(event, "until").flatMap(TriggerReader::time);
    return from.isPresent()
            && to.isPresent()
            && until.isPresent()
            && event.get("fleet") instanceof Integer fleet
        ? new Trigger.Share(until.get(), from.get(), to.get(), fleet)
        : new Trigger.Unknown("share of the schedule " + shown(event));
  }

  private static Optional<ClusterName> name(Map<?, ?> event, String field) {
    return text(event, field).filter(ClusterName::isValid).map(ClusterName::new);
  }

  private static Optional<Instant> time(String written) {
    try {
      return Optional.of(Instant.parse(written));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static boolean scheduled(Map<?, ?> event) {
    return "aws.scheduler".equals(event.get("source"))
        || ("aws.events".equals(event.get("source"))
            && "Scheduled Event".equals(event.get("detail-type")));
  }

  private static Trigger batch(List<?> records) {
    List<Trigger.Entry> entries = new ArrayList<>();
    String source = "none";
    for (Object record : records) {
      if (!(record instanceof Map<?, ?> fields)) {
        return new Trigger.Unknown("record " + shown(record) + ", expected an object");
      }
      source = text(fields, "eventSource").orElse("unknown");
      Optional<Trigger.Entry> entry =
          switch (source) {
            case "aws:sqs" ->
                text(fields, "messageId").map(id -> new Trigger.Entry(id, queued(fields)));
            case "aws:dynamodb" ->
                map(fields, "dynamodb")
                    .flatMap(
                        change ->
                            text(change, "SequenceNumber")
                                .map(id -> new Trigger.Entry(id, streamed(change))));
            default -> Optional.empty();
          };
      if (entry.isEmpty()) {
        return new Trigger.Unknown("record of event source " + source + " without an id");
      }
      entries.add(entry.get());
    }
    return new Trigger.Batch(source, entries);
  }

  private static Hint streamed(Map<?, ?> change) {
    return cluster(
        map(change, "Keys").flatMap(keys -> map(keys, "cluster")).flatMap(key -> text(key, "S")));
  }

  private static Hint cluster(Optional<String> cluster) {
    return cluster
        .filter(ClusterName::isValid)
        .<Hint>map(name -> new Hint.Cluster(new ClusterName(name)))
        .orElseGet(() -> new Hint.Malformed("record or message with cluster " + shown(cluster)));
  }

  private static Hint queued(Map<?, ?> message) {
    Object body;
    try {
      body = JSON.std.anyFrom(text(message, "body").orElse(""));
    } catch (IOException | RuntimeException e) {
      return new Hint.Malformed("body is no JSON: " + shown(message.get("body")));
    }
    if (!(body instanceof Map<?, ?> event)) {
      return new Hint.Malformed("body " + shown(body) + ", expected an object");
    }
    Optional<String> from = text(event, "account");
    Optional<String> own = text(message, "eventSourceARN").flatMap(TriggerReader::account);
    return from.isPresent() && own.isPresent() && !from.equals(own)
        ? new Hint.Foreign("event of account " + shown(from.get()))
        : hint(event);
  }

  /** Whose queue it is: {@code arn:aws:sqs:region:account:name}. */
  private static Optional<String> account(String arn) {
    String[] parts = arn.split(":", -1);
    return parts.length > ACCOUNT && !parts[ACCOUNT].isEmpty()
        ? Optional.of(parts[ACCOUNT])
        : Optional.empty();
  }

  private static Hint hint(Map<?, ?> event) {
    Optional<Map<?, ?>> detail = map(event, "detail");
    return switch (text(event, "source").orElse("")) {
      case "aws.autoscaling" ->
          detail
              .flatMap(fields -> text(fields, "AutoScalingGroupName"))
              .<Hint>map(Hint.Group::new)
              .orElseGet(() -> new Hint.Malformed("Auto Scaling event without a group"));
      case "aws.ec2" ->
          detail
              .flatMap(fields -> text(fields, "instance-id"))
              .map(TriggerReader::instance)
              .orElseGet(() -> new Hint.Malformed("EC2 event without an instance"));
      case "quorate" -> cluster(text(event, "cluster"));
      default -> new Hint.Foreign("event from source " + shown(event.get("source")));
    };
  }

  private static Hint instance(String id) {
    try {
      return new Hint.Instance(new InstanceId(id));
    } catch (IllegalArgumentException e) {
      return new Hint.Malformed("EC2 event with instance " + shown(id));
    }
  }

  private static Optional<String> text(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof String text && !text.isEmpty()
        ? Optional.of(text)
        : Optional.empty();
  }

  private static Optional<Map<?, ?>> map(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof Map<?, ?> nested ? Optional.of(nested) : Optional.empty();
  }

  private static String shown(@Nullable Object value) {
    String text = String.valueOf(value).replaceAll("\\p{Cntrl}", "?");
    return "'" + text.substring(0, Math.min(SHOWN, text.length())) + "'";
  }
}
