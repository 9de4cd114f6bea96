package io.quorate.agent.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads PromQL queries out of rule files and dashboards, and says which series they are about. */
final class Queries {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern SELECTOR =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\{([^}]*)\\}");
  private static final Pattern MATCHER =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)\\s*(=~|!~|!=|=)");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

  private Queries() {}

  /** The values of these fields, anywhere in a YAML or JSON file. */
  static List<String> texts(Path file, Set<String> fields) {
    List<String> found = new ArrayList<>();
    try {
      Object tree = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
      collect(tree, fields, found);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static void collect(Object tree, Set<String> fields, List<String> found) {
    if (tree instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            if (value instanceof String text && fields.contains(String.valueOf(name))) {
              found.add(text);
            } else {
              collect(value, fields, found);
            }
          });
    } else if (tree instanceof List<?> list) {
      list.forEach(value -> collect(value, fields, found));
    }
  }

  /** The names of the series that a query reads. */
  static Set<String> series(String query) {
    String bare =
        query
            .replaceAll("\"[^\"]*\"", "")
            .replaceAll("\\{[^}]*\\}", "")
            .replaceAll("\\[[^\\]]*\\]", "")
            .replaceFirst("^label_values\\((.*),\\s*\\w+\\)$", "$1")
            .replaceAll("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)", "")
            .replaceAll("\\b\\d[\\w.]*", "");
    Set<String> names = new LinkedHashSet<>();
    Matcher name = NAME.matcher(bare);
    while (name.find()) {
      boolean called = bare.substring(name.end()).stripLeading().startsWith("(");
      if (!called && !WORDS.contains(name.group())) {
        names.add(name.group());
      }
    }
    return names;
  }

  /** The labels that a query asks of each series, as {@code series.label}. */
  static Stream<String> labels(String query) {
    Set<String> found = new LinkedHashSet<>();
    Matcher selector = SELECTOR.matcher(query);
    while (selector.find()) {
      Matcher label = MATCHER.matcher(selector.group(2).replaceAll("\"[^\"]*\"", ""));
      while (label.find()) {
        found.add(selector.group(1) + "." + label.group(1));
      }
    }
    return found.stream();
  }
}
