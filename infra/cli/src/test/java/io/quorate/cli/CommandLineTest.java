package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.release.ProjectVersion;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the command answers a person who does not know it yet. */
class CommandLineTest {
  private final Run run = Run.onEmptyStore();

  @Test
  void withoutACommandItListsThemAndFails() {
    assertThat(run.quorate()).isEqualTo(64);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Usage: quorate", "apply", "status", "events", "64");
  }

  @ParameterizedTest
  @CsvSource({"help", "--help", "help status", "status --help"})
  void helpIsAnAnswer(String line) {
    assertThat(run.quorate(line.split(" "))).isEqualTo(0);
    assertThat(run.out()).contains("Usage: quorate");
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "bogus, Unmatched argument at index 0, quorate --help",
    "statsu demo, Unmatched arguments from index 0, quorate --help",
    "status, Missing required parameter, quorate status --help",
    "status --bogus demo, Unknown option, quorate status --help",
    "status De/mo, expected 1 to 40 lower-case letters, quorate status --help",
    "events demo -n many, is not an int, quorate events --help",
    "get -o xml, but was, quorate get --help",
    "get --endpoint-url nowhere, is no endpoint, quorate get --help"
  })
  void aWrongLineIsToldInAFewLinesThatEndWithTheWayOut(String line, String why, String help) {
    assertThat(run.quorate(line.split(" "))).isEqualTo(64);
    assertThat(run.err()).contains(why).endsWith("try: " + help + "\n");
    assertThat(run.err().lines().count()).isLessThanOrEqualTo(3);
    assertThat(run.err()).doesNotContain("Usage:").doesNotContain("java.");
  }

  @Test
  void aLineThatNamesACommandMakesThatOneAlone() {
    Set<String> all = Quorate.commandLine(TestContext.silent()).getSubcommands().keySet();

    for (String name : all) {
      Set<String> made =
          Quorate.commandLine(TestContext.silent(), new String[] {name}).getSubcommands().keySet();
      if (Set.of("help", "completion", "man-pages").contains(name)) {
        assertThat(made).isEqualTo(all);
      } else {
        assertThat(made).containsExactlyInAnyOrder(name, "help");
      }
    }
    assertThat(Quorate.commandLine(TestContext.silent(), new String[0]).getSubcommands().keySet())
        .isEqualTo(all);
  }

  @Test
  void theVersionIsThatOfTheBuild() {
    assertThat(run.quorate("--version")).isEqualTo(0);
    assertThat(run.out()).isEqualTo("quorate " + ProjectVersion.read() + "\n");
  }
}
