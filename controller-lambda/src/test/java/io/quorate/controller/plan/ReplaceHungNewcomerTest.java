package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.InstanceState;
import io.quorate.instruction.InstructionKind;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReplaceHungNewcomerTest {
  private static final InstanceId HUNG = new InstanceId("i-3");

  /** A founding voter that fell silent before it was born; the other two serve. */
  private static Scene founder() {
    Scene scene = Scene.healthy(3).inactive("i-3", Duration.ofHours(1)).silence("i-3");
    Actor node = scene.node("i-3");
    node.identity = Optional.empty();
    node.data = DataState.NONE;
    node.answering = false;
    node.quorumProven = false;
    return scene;
  }

  /** The same, and its listed voter was removed meanwhile. */
  private static Scene unlisted() {
    Scene scene = founder();
    scene.listed.removeIf(entry -> entry.name().equals("i-3"));
    return scene;
  }

  @Test
  void aFoundingVoterThatWasNeverBornIsReplaced() {
    Plan plan = founder().plan();

    assertThat(plan.decision().reason().code()).isEqualTo("NEWCOMER_HUNG");
    assertThat(plan.status().terminations())
        .extracting(Termination::instance)
        .containsExactly(HUNG);
    assertThat(plan.reliedOn()).containsKeys(HUNG, new InstanceId("i-1"), new InstanceId("i-2"));
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "LOST", "ROLLED_BACK", "DAMAGED", "REMOVED"})
  void aNodeThatHangsBeforeItJoinsIsReplaced(DataState data) {
    assertThat(unlisted().data("i-3", data).plan().decision().reason().code())
        .isEqualTo("NEWCOMER_HUNG");
  }

  static List<Arguments> missingEvidence() {
    return List.of(
        missing("silent too briefly", s -> s.node("i-3").stillFor = Duration.ofMinutes(5)),
        missing("too few looks", s -> s.node("i-3").stillTurns = 1),
        missing("it has data", s -> s.data("i-3", DataState.FOREIGN)),
        missing("another hears its voter", s -> s.node("i-2").hearsAll = true),
        missing("missed too briefly", s -> s.inactive("i-3", Duration.ofSeconds(1))),
        missing("no quorum without it", s -> s.node("i-2").quorumProven = false),
        missing("EC2 says stopped", s -> s.instances.put(HUNG, InstanceState.STOPPED)),
        missing("outside the group", s -> s.lifecycles.remove(HUNG)),
        missing("the brake is on", s -> s.fleet = Scene.fleet(4, 3)),
        missing("a change is open", s -> s.open(InstructionKind.JOIN, "i-2")));
  }

  private static Arguments missing(String what, Consumer<Scene> change) {
    return Arguments.of(what, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("missingEvidence")
  void withoutAnyOnePieceOfEvidenceItStays(String what, Consumer<Scene> change) {
    Scene scene = founder();
    change.accept(scene);

    assertThat(scene.plan().decision()).isNotInstanceOf(Decision.IntendTermination.class);
  }
}
