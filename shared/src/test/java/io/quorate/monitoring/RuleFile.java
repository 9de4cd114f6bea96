package io.quorate.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A file of Prometheus rules, or of their unit tests. */
final class RuleFile {
  static final Path FOLDER = Path.of("..", "infra", "monitoring", "prometheus");

  private RuleFile() {}

  /**
   * An alerting rule.
   *
   * @param file the file it is in
   * @param name the alert's name
   * @param labels its labels
   * @param annotations its annotations
   */
  record Alert(
      String file, String name, Map<String, String> labels, Map<String, String> annotations) {}

  /** Every file in a folder of {@link #FOLDER}. */
  static List<Path> in(String folder) {
    try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(".yml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every alerting rule. */
  static List<Alert> alerts() {
    return in("rules").stream().flatMap(RuleFile::alerts).toList();
  }

  private static Stream<Alert> alerts(Path file) {
    return each(read(file), "groups")
        .flatMap(group -> each(group, "rules"))
        .filter(rule -> rule.containsKey("alert"))
        .map(
            rule ->
                new Alert(
                    file.getFileName().toString(),
                    text(rule, "alert"),
                    texts(rule, "labels"),
                    texts(rule, "annotations")));
  }

  /** The alerts that unit tests expect to go off. */
  static List<String> expected() {
    return in("tests").stream()
        .flatMap(file -> each(read(file), "tests"))
        .flatMap(test -> each(test, "alert_rule_test"))
        .filter(check -> check.containsKey("exp_alerts"))
        .map(check -> text(check, "alertname"))
        .distinct()
        .toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> read(Path file) {
    try {
      return (Map<String, Object>)
          new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static Stream<Map<String, Object>> each(Map<String, Object> in, String name) {
    return Optional.ofNullable((List<Map<String, Object>>) in.get(name)).stream()
        .flatMap(List::stream);
  }

  private static String text(Map<String, Object> in, String name) {
    return String.valueOf(in.get(name));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, String> texts(Map<String, Object> in, String name) {
    return Optional.ofNullable((Map<String, String>) in.get(name)).orElse(Map.of());
  }
}
