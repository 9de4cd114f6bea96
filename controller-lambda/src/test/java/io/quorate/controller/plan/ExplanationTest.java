package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.instruction.InstructionKind;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.Setback;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExplanationTest {
  static Stream<Scene> scenes() {
    return Stream.of(
        Scene.registered(1),
        Scene.registered(3),
        Scene.healthy(3),
        Scene.healthy(3).terminate("i-3"),
        Scene.healthy(3).data("i-3", DataState.LOST).open(InstructionKind.JOIN, "i-3"),
        Scene.healthy(3).silence("i-2").inactive("i-2", Duration.ofHours(1)));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void thePlanIsTheOneThatATurnWouldMake(Scene scene) {
    assertThat(explain(scene).plan()).isEqualTo(scene.plan());
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void everyRuleIsNamedOnceInItsOrder(Scene scene) {
    List<String> names = explain(scene).considered().stream().map(Considered::rule).toList();

    assertThat(names)
        .doesNotHaveDuplicates()
        .startsWith("HaltOnOlderTable", "HandBackTerminated")
        .hasSize(15);
    assertThat(names).containsSubsequence("ReplaceHungExecutor", "Await", "ReplaceHungNode");
  }

  @Test
  void inASteadyClusterNoRuleApplies() {
    Explanation explanation = explain(Scene.healthy(3));

    assertThat(explanation.considered()).hasOnlyElementsOfType(Considered.DoesNotApply.class);
    assertThat(explanation.plan().decision().reason().code()).isEqualTo("STEADY");
  }

  @Test
  void theFirstRuleThatAppliesDecidesAndNoLaterOneIsAsked() {
    Explanation explanation = explain(Scene.healthy(3).terminate("i-3"));

    assertThat(explanation.considered())
        .contains(
            new Considered.DoesNotApply("Await"),
            new Considered.Applies("ReplaceDeadMember", explanation.plan().decision()),
            new Considered.NotReached("RemoveStrandedLearner"));
    assertThat(explanation.considered())
        .filteredOn(Considered.Applies.class::isInstance)
        .hasSize(1);
    assertThat(explanation.considered().getLast())
        .isEqualTo(new Considered.NotReached("JoinWaitingNode"));
  }

  @Test
  void whatAnOpenOperationHoldsBackIsNotReached() {
    Scene scene = Scene.healthy(3).data("i-3", DataState.LOST).open(InstructionKind.JOIN, "i-3");

    assertThat(explain(scene).considered())
        .contains(new Considered.NotReached("ReplaceDeadMember"))
        .filteredOn(Considered.Applies.class::isInstance)
        .singleElement()
        .satisfies(applied -> assertThat(applied.rule()).isEqualTo("Await"));
  }

  @Test
  void aDeadMemberThatHasToWaitHoldsUpNoHungNodesReplacement() {
    Scene scene = Scene.healthy(5).data("i-5", DataState.LOST);
    scene.status =
        scene.status.withSetbacks(
            Map.of(new InstanceId("i-5"), new Setback(2, scene.now.plus(Duration.ofMinutes(5)))));
    assertThat(explain(scene).plan().decision().reason().code()).isEqualTo("JOIN_BACKOFF");

    scene.silence("i-4").inactive("i-4", Duration.ofHours(1));
    Explanation explanation = explain(scene);

    assertThat(explanation.plan().decision()).isInstanceOf(Decision.IntendTermination.class);
    assertThat(explanation.considered())
        .filteredOn(Considered.Waits.class::isInstance)
        .singleElement()
        .satisfies(waits -> assertThat(waits.rule()).isEqualTo("ReplaceDeadMember"));
  }

  private static Explanation explain(Scene scene) {
    return new Planner().consider(scene.view());
  }
}
