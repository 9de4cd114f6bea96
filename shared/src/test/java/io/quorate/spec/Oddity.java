package io.quorate.spec;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An oddity of YAML, a row of {@code terraform/tests/specs/oddities.json}.
 *
 * @param what in words
 * @param text of the file
 * @param wrong the fields that are found fault with; none where the file is taken
 * @param terraform what Terraform reads, which {@code infra/test-terraform} compares; empty where
 *     its plan refuses the file
 */
public record Oddity(
    String what,
    String text,
    List<String> wrong,
    Optional<Map<String, @Nullable Object>> terraform) {
  private static final Path FILE = Path.of("..", "terraform", "tests", "specs", "oddities.json");

  /** Every row. */
  public static Stream<Oddity> all() throws IOException {
    return JSON.std.listFrom(Files.readString(FILE)).stream().map(row -> of((Map<?, ?>) row));
  }

  @SuppressWarnings("unchecked") // JSON objects have text keys.
  private static Oddity of(Map<?, ?> row) {
    String padding = row.get("padding") instanceof Integer most ? "#" + " ".repeat(most) : "";
    return new Oddity(
        String.valueOf(row.get("what")),
        row.get("yaml") + padding,
        Objects.requireNonNull((List<String>) row.get("wrong")),
        row.get("terraform") instanceof Map<?, ?> tree
            ? Optional.of((Map<String, @Nullable Object>) tree)
            : Optional.empty());
  }

  /** The fields that an answer finds fault with, each once, in order. */
  public static List<String> faults(String report) {
    return report.lines().map(line -> line.split(": ", 2)[0]).distinct().sorted().toList();
  }

  @Override
  public String toString() {
    return what;
  }
}
