package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.cli.frame.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What helps at a prompt: examples, manual pages, completion. */
class HelpTest {
  @TempDir private Path folder;
  private final Run run = Run.onEmptyStore();

  static Stream<CommandSpec> commands() {
    return leaves(Quorate.commandLine(TestContext.silent()));
  }

  private static Stream<CommandSpec> leaves(CommandLine line) {
    return line.getSubcommands().isEmpty()
        ? Stream.of(line.getCommandSpec())
            .filter(spec -> !spec.usageMessage().hidden() && !spec.name().equals("help"))
        : line.getSubcommands().values().stream().flatMap(HelpTest::leaves);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void eachCommandHasExamplesThatItTakes(CommandSpec spec) {
    assertThat(Examples.of(spec)).as("Examples: add one of %s", spec.qualifiedName()).isNotEmpty();
    for (String example : Examples.of(spec)) {
      String line = example.replaceAll(" [|>].*", "");
      List<String> words = List.of(line.split(" "));
      Quorate.commandLine(TestContext.silent())
          .parseArgs(words.subList(1, words.size()).toArray(String[]::new));
    }
  }

  @Test
  void helpEndsWithTheExamples() {
    run.quorate("members", "list", "--help");
    assertThat(run.out()).contains("Example:\n  quorate members list demo -o wide\n");
  }

  @Test
  void eachCommandHasAManualPageThatGroffTakes() throws Exception {
    assertThat(run.quorate("man-pages", folder.toString())).isZero();

    assertThat(folder.resolve("quorate.1")).exists();
    for (CommandSpec spec : commands().toList()) {
      assertThat(folder.resolve(spec.qualifiedName("-") + ".1"))
          .content()
          .contains(".SH SYNOPSIS", ".SH EXAMPLES", ".SH EXIT STATUS");
    }
    assumeThat(onPath("groff")).as("groff, which reads the pages").isTrue();
    assertThat(
            Shell.said(
                folder,
                "for f in *.1; do groff -man -ww -Tutf8 \"$f\" 2>&1 >/dev/null || exit 1; done"))
        .isEmpty();
    assertThat(
            Shell.said(folder, "groff -man -Tutf8 quorate-status.1 | sed 's/\\x1b\\[[0-9;]*m//g'"))
        .contains("--watch", "quorate status demo --watch");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void completionIsAScriptThatTheShellTakes(String shell) throws Exception {
    assumeThat(onPath(shell)).as(shell).isTrue();
    assertThat(run.quorate("completion", shell)).isZero();
    Files.writeString(folder.resolve("completion"), run.out());

    if (shell.equals("bash")) {
      assertThat(completed("quorate sta")).contains("status");
      assertThat(completed("quorate snapshot ver")).contains("verify");
      assertThat(completed("quorate status --wat")).contains("--watch");
    } else {
      assertThat(
              Shell.said(
                  folder, "zsh -f -c 'autoload -U compinit; compinit -u; source completion'"))
          .doesNotContain("error");
    }
  }

  private String completed(String typed) throws IOException, InterruptedException {
    List<String> words = List.of(typed.split(" "));
    return Shell.said(
        folder,
        "source completion; COMP_WORDS=("
            + typed
            + "); COMP_CWORD="
            + (words.size() - 1)
            + "; _complete_quorate; echo \"${COMPREPLY[@]}\"");
  }

  @Test
  void fishCompletesCommandsAndOptions() throws Exception {
    assertThat(run.quorate("completion", "fish")).isZero();

    assertThat(run.out())
        .contains(
            "complete -c quorate -n '__fish_use_subcommand' -a 'status' -d ",
            "complete -c quorate -n '__fish_seen_subcommand_from status' -s w -l watch -d ",
            "-n '__fish_seen_subcommand_from snapshot; and not __fish_seen_subcommand_from take ");
    assumeThat(onPath("fish")).as("fish").isTrue();
    Files.writeString(folder.resolve("completion"), run.out());
    assertThat(
            Shell.said(
                folder, "fish -N -c 'source completion; complete -C \"quorate snapshot ver\"'"))
        .contains("verify");
  }

  private boolean onPath(String program) throws IOException, InterruptedException {
    return new ProcessBuilder("bash", "-c", "command -v " + program).start().waitFor() == 0;
  }
}
