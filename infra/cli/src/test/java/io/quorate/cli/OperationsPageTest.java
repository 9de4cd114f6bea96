package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.JsonTree;
import io.quorate.codec.Tree;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/operations.md leaves no condition and no exit code unexplained. */
class OperationsPageTest {
  private List<String> page = List.of();

  @BeforeEach
  void read() throws IOException {
    page = Files.readAllLines(Path.of("../../docs/operations.md"));
  }

  @ParameterizedTest
  @EnumSource(Condition.Type.class)
  void everyConditionHasASectionThatSaysWhatToDo(Condition.Type type) {
    int section = page.indexOf("### " + type);
    assertThat(section)
        .as("docs/operations.md: add a section '### %s': what it means, what to do", type)
        .isNotNegative();
    List<String> body =
        page.subList(section + 1, page.size()).stream()
            .takeWhile(line -> !line.startsWith("#"))
            .toList();
    assertThat(String.join("\n", body)).contains("**You:**");
  }

  @Test
  void everyExitCodeOfTheHelpIsExplained() {
    Map<String, String> codes =
        Quorate.commandLine(TestContext.silent()).getCommandSpec().usageMessage().exitCodeList();
    assertThat(codes).hasSize(12);
    codes
        .keySet()
        .forEach(
            code ->
                assertThat(page)
                    .as("docs/operations.md: add exit code %s to the table", code.strip())
                    .anyMatch(line -> line.startsWith("| " + code.strip() + " |")));
  }

  @Test
  void everyRuleOfThePlannerIsInTheTable() {
    Run run = Run.onEmptyStore();
    Stored.put(run.store(), Sample.healthy().summary());
    run.quorate("explain", "demo", "--output", "json");
    List<Tree> rules = Tree.of(JsonTree.read(run.out(), "explain"), "explain").trees("rules");

    assertThat(rules).isNotEmpty();
    assertThat(page.stream().filter(line -> line.startsWith("| `")))
        .as("docs/operations.md: the rules of the planner, in their order")
        .zipSatisfy(
            rules,
            (line, rule) -> assertThat(line).startsWith("| `" + rule.string("rule") + "` |"));
  }
}
