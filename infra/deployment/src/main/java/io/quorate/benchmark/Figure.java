package io.quorate.benchmark;

import java.util.List;
import java.util.Locale;

/**
 * Several measurements of one thing.
 *
 * @param values as measured, in the figure's unit
 */
record Figure(List<Double> values) {
  Figure {
    values = values.stream().sorted().toList();
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a figure without a measurement");
    }
  }

  double median() {
    int middle = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(middle)
        : (values.get(middle - 1) + values.get(middle)) / 2;
  }

  /** Median, and the range behind it. */
  String text(String unit) {
    return String.format(
        Locale.ROOT,
        "%.2f %s (%.2f to %.2f, %d runs)",
        median(),
        unit,
        values.getFirst(),
        values.getLast(),
        values.size());
  }

  /** Median, the value that one of a hundred exceeds, and the highest. */
  String spread(String unit) {
    double rare = values.get(Math.min(values.size() - 1, values.size() * 99 / 100));
    return String.format(
        Locale.ROOT,
        "median %.1f %s, 99th percentile %.1f, highest %.1f (%d writes)",
        median(),
        unit,
        rare,
        values.getLast(),
        values.size());
  }
}
