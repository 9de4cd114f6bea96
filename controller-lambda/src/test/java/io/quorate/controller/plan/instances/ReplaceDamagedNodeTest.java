package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.RemoveMember;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Termination;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A disk on which the data of two members was damaged gets no third. */
class ReplaceDamagedNodeTest {
  private static final InstanceId WORN = new InstanceId("i-3");

  private static ClusterFixture damaged(int times) {
    ClusterFixture fixture = ClusterFixture.healthy(3).data("i-3", DataState.DAMAGED);
    fixture.node("i-3").runs = EtcdRuns.UNTOLD.ended(0, times);
    return fixture;
  }

  private static ClusterFixture removed() {
    ClusterFixture fixture = damaged(2);
    fixture.listed.removeIf(entry -> entry.name().equals("i-3"));
    return fixture;
  }

  @Test
  @Guards("REPLACE_DEAD_MEMBER")
  void rejoinsANodeThatWasDamagedOnceAndRemovesItWhenItWasTwice() {
    StartCommand once = (StartCommand) damaged(1).plan().decision();
    assertThat(once.command().kind()).isEqualTo(CommandKind.JOIN);

    StartCommand twice = (StartCommand) damaged(2).plan().decision();
    assertThat(twice.command()).isInstanceOf(RemoveMember.class);
    assertThat(twice.command().header().executor()).isNotEqualTo(WORN);
  }

  @Test
  void leavesADamagedMemberThatTheQuorumNeeds() {
    ClusterFixture alone = ClusterFixture.healthy(1).data("i-1", DataState.DAMAGED);
    assertThat(alone.plan().decision()).isNotInstanceOf(StartCommand.class);

    ClusterFixture needed = damaged(1);
    needed.node("i-2").quorumProven = false;
    needed.node("i-2").answering = false;
    assertThat(needed.plan().decision()).isNotInstanceOf(StartCommand.class);

    ClusterFixture both = damaged(2).data("i-2", DataState.DAMAGED);
    assertThat(both.plan().decision()).isNotInstanceOf(StartCommand.class);
    assertThat(both.plan().status().terminations()).isEmpty();
  }

  @Test
  void replacesTwoDamagedMembersOneAfterTheOther() {
    ClusterFixture fixture =
        ClusterFixture.healthy(5).data("i-4", DataState.DAMAGED).data("i-5", DataState.DAMAGED);
    assertThat(fixture.plan().decision()).isInstanceOf(StartCommand.class);

    fixture.open(CommandKind.JOIN, "i-4");
    assertThat(fixture.plan().decision()).isNotInstanceOf(StartCommand.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"DAMAGED", "NONE"})
  @Guards("REPLACE_DAMAGED_NODE")
  void replacesTheInstanceOnceItsMemberIsRemoved(DataState data) {
    Plan plan = removed().data("i-3", data).plan();

    assertThat(plan.decision().reason().code()).isEqualTo("DISK_DAMAGES_DATA");
    assertThat(plan.status().terminations())
        .extracting(Termination::instance)
        .containsExactly(WORN);
    assertThat(plan.heartbeatEvidence())
        .containsKeys(WORN, new InstanceId("i-1"), new InstanceId("i-2"));
  }

  static List<Arguments> missingEvidence() {
    return List.of(
        missing("damaged once", s -> s.node("i-3").runs = EtcdRuns.UNTOLD.ended(9, 1)),
        missing("its data is intact", s -> s.data("i-3", DataState.INTACT)),
        missing("an earlier generation's data", s -> s.data("i-3", DataState.SUPERSEDED)),
        missing("a voter does not serve", s -> s.node("i-2").quorumProven = false),
        missing("outside the group", s -> s.lifecycles.remove(WORN)),
        missing("the breaker is on", s -> s.fleet = ClusterFixture.fleet(4, 3)),
        missing("a change is open", s -> s.open(CommandKind.JOIN, "i-2")));
  }

  private static Arguments missing(String what, Consumer<ClusterFixture> change) {
    return Arguments.of(what, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("missingEvidence")
  void keepsTheInstanceWhileAnyOnePieceOfEvidenceIsMissing(
      String what, Consumer<ClusterFixture> change) {
    ClusterFixture fixture = removed();
    change.accept(fixture);

    assertThat(fixture.plan().status().terminations()).isEmpty();
  }

  @Test
  @Guards("JOIN_WAITING_NODE")
  void doesNotLetItJoinWhileItsInstanceCannotBeReplaced() {
    ClusterFixture fixture = removed();
    fixture.fleet = ClusterFixture.fleet(4, 3);

    assertThat(fixture.plan().decision()).isNotInstanceOf(StartCommand.class);
  }
}
