package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.InstructionGate;
import io.quorate.agent.execution.StartResult;
import io.quorate.agent.steps.StepCatalog;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.ResumeResult;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.instruction.InstructionKind;
import io.quorate.simulation.mutant.Mutant;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/judges.md complete: a line for each rule, decision, condition, step and refusal that
 * the code has, none for what it no longer has, and each line names judges that exist.
 */
class JudgesPageTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern LINE = Pattern.compile("\\| `([^`]+)` \\|.*\\| (.+) \\|");
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern TEST = Pattern.compile("([A-Z]\\w+Test|[A-Z]\\w+Contract)\\.(\\w+)");
  private static final Pattern INVARIANT = Pattern.compile("(I\\d+ )?[A-Z_]{5,}( \\([a-z]+\\))?");

  /** Refusals that are sentences: the sources that have them, and what each refusal begins with. */
  private static final Map<String, String> SENTENCES =
      Map.of(
          "node-agent/src/main/java/io/quorate/agent/execution/InstructionGate.java",
          "Optional.of(",
          "node-agent/src/main/java/io/quorate/agent/execution/RecordCheck.java",
          "Optional.of(",
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/TerminationEvidence.java",
          "Optional.of(",
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/StoppedInstances.java",
          "Optional.of(",
          "controller-lambda/src/main/java/io/quorate/controller/plan/state/PeerLiveness.java",
          "Optional.of(",
          "controller-lambda/src/main/java/io/quorate/controller/reconcile/ResumeAfterRollback.java",
          "private static Optional<String>",
          "controller-lambda/src/main/java/io/quorate/controller/reconcile/EvidenceFreshness.java",
          "\n        .filter(",
          "shared/src/main/java/io/quorate/spec/TlsRules.java",
          "errors.accept(",
          "shared/src/main/java/io/quorate/spec/CrossRules.java",
          "(values, errors);");

  private static Map<String, String> page() throws IOException {
    Map<String, String> lines = new LinkedHashMap<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/judges.md"))) {
      Matcher cells = LINE.matcher(line);
      if (cells.matches()) {
        assertThat(lines.put(cells.group(1), cells.group(2))).as("two lines: %s", line).isNull();
      }
    }
    return lines;
  }

  private static List<String> wanted() throws IOException {
    List<String> wanted = new ArrayList<>();
    Planner.rules().forEach(rule -> wanted.add("rule " + rule));
    permitted("decision", Decision.class).forEach(wanted::add);
    for (Condition.Type type : Condition.Type.values()) {
      wanted.add("condition " + type);
    }
    for (InstructionKind kind : InstructionKind.values()) {
      StepCatalog.steps(kind).forEach(s -> wanted.add("step " + kind + " " + s.name()));
      StepCatalog.undo(kind).forEach(s -> wanted.add("undo " + kind + " " + s.name()));
    }
    permitted("start", StartResult.class).forEach(wanted::add);
    Arrays.stream(DataState.values())
        .filter(DataState::unusable)
        .forEach(state -> wanted.add("verdict " + state));
    permitted("gate", InstructionGate.class).forEach(wanted::add);
    permitted("turn", TurnResult.class).forEach(wanted::add);
    permitted("resume", ResumeResult.class).forEach(wanted::add);
    for (var source : SENTENCES.entrySet()) {
      String name = source.getKey().replaceAll(".*/|\\.java", "");
      int refusals = count(Files.readString(ROOT.resolve(source.getKey())), source.getValue());
      for (int i = 1; i <= refusals; i++) {
        wanted.add("refusal " + name + " " + i);
      }
    }
    return wanted;
  }

  private static Stream<String> permitted(String kind, Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .map(variant -> kind + " " + variant.getSimpleName());
  }

  private static int count(String text, String what) {
    return text.split(Pattern.quote(what), -1).length - 1;
  }

  @Test
  void hasALineForEachThatTheCodeHasAndForNoOther() throws IOException {
    assertThat(page().keySet())
        .as("docs/judges.md: add or remove lines, and name the judge that fails without each")
        .containsExactlyInAnyOrderElementsOf(wanted());
  }

  @Test
  void namesJudgesThatExist() throws IOException {
    Map<String, String> tests = tests();
    String invariants = invariants();
    for (var line : page().entrySet()) {
      List<String> judges =
          QUOTED.matcher(line.getValue()).results().map(found -> found.group(1)).toList();
      assertThat(judges).as("judges of %s", line.getKey()).isNotEmpty();
      for (String judge : judges) {
        assertThat(exists(judge, tests, invariants))
            .as("%s: judge %s is no test method, invariant or mutant", line.getKey(), judge)
            .isTrue();
      }
    }
  }

  private static boolean exists(String judge, Map<String, String> tests, String invariants) {
    Matcher test = TEST.matcher(judge);
    if (test.matches()) {
      return tests.getOrDefault(test.group(1), "").contains("void " + test.group(2) + "(");
    }
    if (judge.startsWith("mutant ")) {
      return Mutant.all().stream().anyMatch(m -> judge.equals("mutant " + m.name()));
    }
    return INVARIANT.matcher(judge).matches() && invariants.contains('"' + judge + '"');
  }

  private static Map<String, String> tests() throws IOException {
    Map<String, String> tests = new LinkedHashMap<>();
    for (String module :
        List.of(
            "shared",
            "node-agent",
            "controller-lambda",
            "infra/cli",
            "infra/simulation",
            "infra/e2e")) {
      for (Path file : sources(ROOT.resolve(module).resolve("src/test/java"))) {
        tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
      }
    }
    return tests;
  }

  private static String invariants() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String folder : List.of("invariant", "run")) {
      for (Path file : sources(Path.of("src/main/java/io/quorate/simulation", folder))) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .collect(Collectors.toUnmodifiableList());
    }
  }
}
