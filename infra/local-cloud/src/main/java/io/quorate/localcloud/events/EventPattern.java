package io.quorate.localcloud.events;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An EventBridge event pattern, as rules and Lambda's filters use it: nested objects down to lists
 * of alternatives. An alternative is an exact value, {@code {"exists": true|false}}, {@code
 * {"prefix": "…"}} or {@code {"anything-but": value | [values] | {"prefix": "…"}}}. All named
 * fields must match; a field with a list matches if any of its entries does.
 */
public final class EventPattern {
  /** Matches every event. */
  public static final EventPattern ANY = new EventPattern(Map.of());

  private final Map<?, ?> pattern;

  private EventPattern(Map<?, ?> pattern) {
    this.pattern = pattern;
  }

  /** Reads a pattern; an {@link IllegalArgumentException} names what is not understood. */
  public static EventPattern parse(String json) {
    try {
      return of(JSON.std.mapFrom(json));
    } catch (IOException e) {
      throw new IllegalArgumentException("event pattern is not JSON: " + json, e);
    }
  }

  /** Takes a pattern that was read already; refuses as {@link #parse} does. */
  public static EventPattern of(Map<?, ?> pattern) {
    check(pattern);
    return new EventPattern(pattern);
  }

  private static void check(Map<?, ?> pattern) {
    for (Map.Entry<?, ?> field : pattern.entrySet()) {
      switch (field.getValue()) {
        case Map<?, ?> nested -> check(nested);
        case List<?> alternatives -> alternatives.forEach(EventPattern::checkAlternative);
        case null, default ->
            throw new IllegalArgumentException(
                "event pattern has %s = %s, expected an object or a list"
                    .formatted(field.getKey(), field.getValue()));
      }
    }
  }

  private static void checkAlternative(@Nullable Object alternative) {
    if (alternative instanceof Map<?, ?> operator
        && (operator.size() != 1
            || !List.of("exists", "prefix", "anything-but")
                .contains(String.valueOf(operator.keySet().iterator().next())))) {
      throw new IllegalArgumentException(
          "event pattern has the operator %s, expected exists, prefix or anything-but"
              .formatted(operator));
    }
  }

  /** Whether an event's fields satisfy the pattern. */
  public boolean matches(Map<?, ?> event) {
    return matches(pattern, event);
  }

  private static boolean matches(Map<?, ?> pattern, Map<?, ?> event) {
    return pattern.entrySet().stream()
        .allMatch(
            field ->
                field.getValue() instanceof Map<?, ?> nested
                    ? matches(nested, nested(event.get(field.getKey())))
                    : alternatives((List<?>) field.getValue(), event, field.getKey()));
  }

  // An absent object is an empty one, so that {"exists": false} holds below it.
  private static Map<?, ?> nested(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static boolean alternatives(
      List<?> alternatives, Map<?, ?> event, @Nullable Object name) {
    boolean present = event.containsKey(name);
    Object value = event.get(name);
    return alternatives.stream().anyMatch(one -> alternative(one, present, value));
  }

  private static boolean alternative(
      @Nullable Object alternative, boolean present, @Nullable Object value) {
    if (alternative instanceof Map<?, ?> operator && operator.containsKey("exists")) {
      // As in AWS, exists speaks of leaves: an object does not count.
      boolean leaf = present && !(value instanceof Map<?, ?>);
      return Objects.equals(operator.get("exists"), leaf);
    }
    if (!present) {
      return false;
    }
    if (value instanceof Collection<?> values) {
      return values.stream().anyMatch(one -> leaf(alternative, one));
    }
    return leaf(alternative, value);
  }

  private static boolean leaf(@Nullable Object alternative, @Nullable Object value) {
    if (!(alternative instanceof Map<?, ?> operator)) {
      return same(alternative, value);
    }
    if (operator.get("prefix") instanceof String prefix) {
      return value instanceof String text && text.startsWith(prefix);
    }
    Object excluded = operator.get("anything-but");
    return switch (excluded) {
      case List<?> several -> several.stream().noneMatch(one -> same(one, value));
      case Map<?, ?> nested -> !leaf(nested, value);
      case null, default -> !same(excluded, value);
    };
  }

  private static boolean same(@Nullable Object one, @Nullable Object other) {
    if (one instanceof Number a && other instanceof Number b) {
      return Double.compare(a.doubleValue(), b.doubleValue()) == 0;
    }
    return Objects.equals(one, other);
  }
}
