package io.quorate.benchmark;

import io.quorate.codec.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What was measured, by name. */
public final class Measurements {
  private final Map<String, List<Double>> values = new LinkedHashMap<>();

  /** One more value of a figure. */
  public void add(String name, double value) {
    values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
  }

  Set<String> names() {
    return values.keySet();
  }

  Figure figure(String name) {
    return new Figure(values.getOrDefault(name, List.of()));
  }

  /** The median of a figure. */
  public double median(String name) {
    return figure(name).median();
  }

  /** How it was measured, and every value by its name, for programs. */
  Map<String, Object> document(Tls tls) {
    Tree.Builder tree = Tree.builder().with("tls", tls.name());
    for (String name : names()) {
      tree.with(
          name,
          figure(name).values().stream()
              .map(value -> String.format(Locale.ROOT, "%.4f", value))
              .toList());
    }
    return tree.build();
  }

  /** A figure for people: median and range. */
  public String text(String name, String unit) {
    return figure(name).text(unit);
  }
}
