package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.OpenCommand;
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

/** A node that fell silent before its row told which listed member is its own. */
class ReplaceHungNodeByNameTest {
  private static final InstanceId HUNG = new InstanceId("i-3");

  /** A voter of this name is listed, and the other two serve without it. */
  private static ClusterFixture hung() {
    return ClusterFixture.healthy(3)
        .inactive("i-3", Duration.ofHours(1))
        .silence("i-3")
        .knowsNothing("i-3")
        .data("i-3", DataState.NONE);
  }

  @Test
  void anInitialMemberThatWasNeverBootstrappedIsReplaced() {
    Plan plan = hung().plan();

    assertThat(plan.decision().reason().code()).isEqualTo("NODE_HUNG");
    assertThat(plan.status().terminations())
        .extracting(Termination::instance)
        .containsExactly(HUNG);
    assertThat(plan.heartbeatEvidence())
        .containsKeys(HUNG, new InstanceId("i-1"), new InstanceId("i-2"));
  }

  @Test
  void aJoinerThatWasPromotedAndHangsBeforeItSaysSoIsReplaced() {
    assertThat(hung().open(CommandKind.JOIN, "i-3").plan().decision().reason().code())
        .isEqualTo("NODE_HUNG");
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "ROLLED_BACK", "DAMAGED", "FOREIGN"})
  @Guards("TerminationEvidence#2")
  void dataThatNoJournalExplainsIsLeftToAnOperator(DataState data) {
    assertThat(hung().data("i-3", data).plan().decision()).isNotInstanceOf(RecordTermination.class);
  }

  /** The dead member that its own open join is to remove is silent whether it hangs or not. */
  @Test
  void aNodeThatRejoinsIsNotHungByTheSilenceOfItsFormer() {
    ClusterFixture fixture = ClusterFixture.healthy(3).data("i-3", DataState.LOST).silence("i-3");
    fixture.inactive("i-3", Duration.ofHours(1));
    MemberId former = fixture.node("i-3").identity.orElseThrow().memberId();
    fixture.status =
        fixture.status.opening(
            new OpenCommand(
                "op-1", CommandKind.JOIN, HUNG, Optional.of(former), fixture.now, false));

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  static List<Arguments> missingEvidence() {
    return List.of(
        missing("too few looks", s -> s.node("i-3").stillTurns = 1),
        missing("another hears its voter", s -> s.node("i-2").hearsAll = true),
        missing("missed too briefly", s -> s.inactive("i-3", Duration.ofSeconds(1))),
        missing("no quorum without it", s -> s.node("i-2").quorumProven = false),
        missing("EC2 says stopped", s -> s.instances.put(HUNG, InstanceState.STOPPED)),
        missing("outside the group", s -> s.lifecycles.remove(HUNG)),
        missing("the breaker is on", s -> s.fleet = ClusterFixture.fleet(4, 3)),
        missing("another change is open", s -> s.open(CommandKind.JOIN, "i-2")));
  }

  private static Arguments missing(String what, Consumer<ClusterFixture> change) {
    return Arguments.of(what, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("missingEvidence")
  void withoutAnyOnePieceOfEvidenceItStays(String what, Consumer<ClusterFixture> change) {
    ClusterFixture fixture = hung();
    change.accept(fixture);

    assertThat(fixture.plan().decision()).isNotInstanceOf(RecordTermination.class);
  }
}
