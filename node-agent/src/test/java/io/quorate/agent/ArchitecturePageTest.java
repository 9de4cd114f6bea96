package io.quorate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/architecture.md, "Where things are", names every package of the two programs. */
class ArchitecturePageTest {
  private static final Pattern QUOTED = Pattern.compile("`([a-z][a-z0-9]*)`");

  @ParameterizedTest
  @CsvSource({
    "node-agent, io/quorate/agent",
    "controller-lambda, io/quorate/controller",
  })
  void namesEveryPackage(String module, String root) throws IOException {
    String row =
        Files.readAllLines(Path.of("../docs/architecture.md")).stream()
            .filter(line -> line.startsWith("| `" + module + "` |"))
            .findFirst()
            .orElseThrow();
    List<String> named =
        QUOTED.matcher(row).results().map((MatchResult found) -> found.group(1)).toList();

    try (Stream<Path> folders = Files.list(Path.of("..", module, "src/main/java", root))) {
      assertThat(named)
          .as("docs/architecture.md, the row of %s", module)
          .containsExactlyInAnyOrderElementsOf(
              folders.filter(Files::isDirectory).map(at -> at.getFileName().toString()).toList());
    }
  }
}
