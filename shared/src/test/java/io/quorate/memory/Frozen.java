package io.quorate.memory;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Deep copies that nobody can change, of what a wire can carry. */
final class Frozen {
  private Frozen() {}

  static Map<String, Object> copy(Map<String, Object> attributes) {
    Map<String, Object> copy = new LinkedHashMap<>();
    attributes.forEach((name, value) -> copy.put(name, value(value)));
    return Collections.unmodifiableMap(copy);
  }

  private static Object value(Object value) {
    return switch (value) {
      case String text -> text;
      case Long number -> number;
      case Boolean flag -> flag;
      case List<?> list -> list.stream().map(Frozen::value).toList();
      case Map<?, ?> map -> {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((name, inner) -> copy.put((String) name, value(inner)));
        yield Collections.unmodifiableMap(copy);
      }
      default ->
          throw new IllegalArgumentException(
              value + " of " + value.getClass() + ": expected what DynamoDB can hold");
    };
  }
}
