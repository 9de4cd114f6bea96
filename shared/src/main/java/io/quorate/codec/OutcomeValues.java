package io.quorate.codec;

import java.util.List;
import java.util.Map;

/**
 * How large the values of an outcome may be, which a node writes and the controller keeps in
 * records of its own.
 */
final class OutcomeValues {
  /** The longest text among them, in characters. */
  static final int TEXT = 4_000;

  /** All of them together, in characters and numbers. */
  static final int ALL = 32_000;

  private static final int DEEPEST = 8;
  private static final int NUMBER = 8;

  private OutcomeValues() {}

  /** The values; none where they are larger than any program's: the outcome then tells nothing. */
  static Map<String, Object> bounded(Map<String, Object> values) {
    return size(values, DEEPEST) <= ALL ? values : Map.of();
  }

  private static long size(Object value, int deepest) {
    if (deepest == 0) {
      return ALL + 1L;
    }
    return switch (value) {
      case String text -> text.length() > TEXT ? ALL + 1L : text.length();
      case Map<?, ?> map ->
          map.entrySet().stream()
              .mapToLong(e -> size(e.getKey(), deepest) + size(e.getValue(), deepest - 1))
              .sum();
      case List<?> list -> list.stream().mapToLong(e -> NUMBER + size(e, deepest - 1)).sum();
      default -> NUMBER;
    };
  }
}
