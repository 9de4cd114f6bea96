package io.quorate.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.CommandGate;
import io.quorate.agent.execution.StartResult;
import io.quorate.agent.steps.StepCatalog;
import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.PauseResult;
import io.quorate.controller.reconcile.ResumeResult;
import io.quorate.controller.reconcile.StrikeResult;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each rule, decision, condition, step and refusal has a test that says {@code @Guards("NAME")},
 * and no test names one that does not exist. All modules are read as sources.
 */
class GuardsTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern ANNOTATION = Pattern.compile("@Guards\\(([^)]*)\\)");
  private static final Pattern NAME = Pattern.compile("\"([^\"]+)\"");

  /** Refusals that are sentences: the sources that have them, and what each refusal begins with. */
  private static final Map<String, String> REFUSALS =
      Map.ofEntries(
          Map.entry(
              "node-agent/src/main/java/io/quorate/agent/execution/CommandGate.java",
              "Optional.of("),
          Map.entry(
              "node-agent/src/main/java/io/quorate/agent/execution/RecordCheck.java",
              "Optional.of("),
          Map.entry(
              "controller-lambda/src/main/java/io/quorate/controller/plan/instances/TerminationEvidence.java",
              "Optional.of("),
          Map.entry(
              "controller-lambda/src/main/java/io/quorate/controller/plan/group/StoppedInstances.java",
              "Optional.of("),
          Map.entry(
              "controller-lambda/src/main/java/io/quorate/controller/plan/facts/PeerLiveness.java",
              "Optional.of("),
          Map.entry(
              "controller-lambda/src/main/java/io/quorate/controller/reconcile/ResumeAfterRollback.java",
              "private static Optional<String>"),
          Map.entry(
              "controller-lambda/src/main/java/io/quorate/controller/reconcile/EvidenceFreshness.java",
              "\n        .filter("),
          Map.entry("shared/src/main/java/io/quorate/spec/TlsRules.java", "errors.accept("),
          Map.entry("shared/src/main/java/io/quorate/spec/AuthRules.java", "errors.accept("),
          Map.entry("shared/src/main/java/io/quorate/spec/CrossRules.java", "(values, errors);"),
          Map.entry(
              "controller-lambda/src/main/java/io/quorate/controller/reconcile/StrikeRow.java",
              "Optional.of("),
          Map.entry(
              "controller-lambda/src/main/java/io/quorate/controller/plan/facts/PlausibleNumbers.java",
              "? Optional.of("));

  @Test
  void eachRuleDecisionConditionStepAndRefusalHasAGuard() throws IOException {
    List<String> unguarded = new ArrayList<>(inTheProduct());
    unguarded.removeAll(guarded().keySet());

    assertThat(unguarded)
        .as(
            "no test guards these: write one that fails without each, see it fail once, and"
                + " annotate it with @Guards(\"NAME\")")
        .isEmpty();
  }

  @Test
  void eachGuardNamesSomethingThatExists() throws IOException {
    Map<String, String> unknown = guarded();
    unknown.keySet().removeAll(inTheProduct());

    assertThat(unknown)
        .as("the product has no such names (and the test that gives each): correct @Guards there")
        .isEmpty();
  }

  @Test
  void noTwoThingsHaveOneName() throws IOException {
    assertThat(inTheProduct()).as("@Guards could mean either").doesNotHaveDuplicates();
  }

  /** What has to be guarded, by the names that {@code Guards} explains. */
  private static List<String> inTheProduct() throws IOException {
    List<String> names = new ArrayList<>();
    names.addAll(Planner.rules());
    Arrays.stream(Condition.Type.values()).map(Condition.Type::name).forEach(names::add);
    for (CommandKind kind : CommandKind.of(Lane.MEMBERSHIP)) {
      StepCatalog.steps(kind).forEach(step -> names.add(kind + "/" + step.name()));
      StepCatalog.undo(kind).forEach(step -> names.add(kind + "/undo/" + step.name()));
    }
    Stream.of(
            Decision.class,
            StartResult.class,
            CommandGate.class,
            TurnResult.class,
            PauseResult.class,
            ResumeResult.class,
            StrikeResult.class)
        .flatMap(type -> Arrays.stream(type.getPermittedSubclasses()))
        .forEach(variant -> names.add(name(variant)));
    Arrays.stream(DataState.values())
        .filter(DataState::unusable)
        .forEach(state -> names.add("DataState." + state));
    for (var source : new TreeMap<>(REFUSALS).entrySet()) {
      String type = source.getKey().replaceAll(".*/|\\.java", "");
      int refusals = count(Files.readString(ROOT.resolve(source.getKey())), source.getValue());
      for (int i = 1; i <= refusals; i++) {
        names.add(type + "#" + i);
      }
    }
    return names;
  }

  private static String name(Class<?> variant) {
    Class<?> around = variant.getEnclosingClass();
    return around == null
        ? variant.getSimpleName()
        : around.getSimpleName() + "." + variant.getSimpleName();
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  /** The names that tests give, and the tests. */
  private static Map<String, String> guarded() throws IOException {
    Map<String, String> guarded = new TreeMap<>();
    for (Path file : tests()) {
      ANNOTATION
          .matcher(Files.readString(file))
          .results()
          .flatMap(found -> NAME.matcher(found.group(1)).results())
          .forEach(found -> guarded.put(found.group(1), file.getFileName().toString()));
    }
    return guarded;
  }

  /** The test classes of all modules; this one only speaks of the annotation. */
  private static Set<Path> tests() throws IOException {
    Set<Path> tests = new TreeSet<>();
    for (String module : modules()) {
      Path folder = ROOT.resolve(module).resolve("src/test/java");
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("GuardsTest.java"))
              .forEach(tests::add);
        }
      }
    }
    return tests;
  }

  private static List<String> modules() throws IOException {
    return Pattern.compile("<module>([^<]+)</module>")
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
