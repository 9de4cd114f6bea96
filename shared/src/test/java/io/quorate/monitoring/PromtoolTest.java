package io.quorate.monitoring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks rules, scrape file and the rules' unit tests with promtool, where it is installed. */
class PromtoolTest {
  @TempDir Path folder;
  private Path promtool = Path.of("promtool");

  private record Answer(int code, String said) {}

  @BeforeEach
  void find() throws Exception {
    Answer found = run(List.of(Path.of("..", "infra", "tools", "find-prometheus").toString()));
    if (found.code() != 0) {
      System.err.println(
          "SKIPPED: the rules of Prometheus were NOT checked: " + found.said().strip());
    }
    assumeThat(found.code()).as(found.said()).isZero();
    promtool = Path.of(found.said().strip()).resolve("promtool");
  }

  @Test
  void everyRuleIsOne() throws Exception {
    assertPasses("check", "rules", RuleFile.in("rules"));
  }

  @Test
  void theUnitTestsOfTheRulesPass() throws Exception {
    assertPasses("test", "rules", RuleFile.in("tests"));
  }

  @Test
  void theScrapeFileIsOneOnceItsPlaceholdersAreSet() throws Exception {
    String text =
        Files.readString(RuleFile.FOLDER.resolve("prometheus.yml"))
            .replace("region: REGION", "region: us-east-1")
            .replace("CONTROL_PLANE]", "quorate]")
            .replace(
                "rules/*.yml",
                RuleFile.FOLDER.toAbsolutePath().normalize().resolve("rules/*.yml").toString());
    Path file = Files.writeString(folder.resolve("prometheus.yml"), text);
    assertPasses("check", "config", List.of(file));
    assertThat(text.lines().filter(line -> !line.strip().startsWith("#")))
        .noneMatch(line -> line.contains("REGION") || line.contains("CONTROL_PLANE"));
  }

  private void assertPasses(String verb, String noun, List<Path> files) throws Exception {
    List<String> command = new ArrayList<>(List.of(promtool.toString(), verb, noun));
    files.forEach(file -> command.add(file.toString()));
    Answer answer = run(command);
    assertThat(answer.code()).as(answer.said()).isZero();
    assertThat(answer.said()).contains("SUCCESS");
  }

  private Answer run(List<String> command) throws IOException, InterruptedException {
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    return new Answer(process.waitFor(), Files.readString(said, UTF_8));
  }
}
