package io.quorate.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The corpus that Terraform checks, too: both must find fault with the same fields. */
class TerraformSpecsTest {
  private static final Path CORPUS = Path.of("..", "terraform", "tests", "specs");

  static Stream<Path> specs() throws IOException {
    try (Stream<Path> files = Files.walk(CORPUS)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("specs")
  void isJudgedAsItsFirstLineSays(Path file) throws IOException {
    String text = Files.readString(file);
    Set<String> expected =
        file.startsWith(CORPUS.resolve("good"))
            ? Set.of()
            : Set.copyOf(List.of(firstLine(file).substring("# ".length()).split(" ")));

    Set<String> found =
        switch (SpecReader.read(text)) {
          case SpecResult.Valid valid -> Set.of();
          case SpecResult.Invalid invalid ->
              invalid.errors().stream().map(SpecError::path).collect(Collectors.toSet());
        };

    assertThat(found).isEqualTo(expected);
  }

  private static String firstLine(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.findFirst().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
