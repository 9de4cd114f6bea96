package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReplaceHungNonMemberTest {
  private static final InstanceId HUNG = new InstanceId("i-3");

  /** Two voters serve; the third node, whose member was removed, is silent for an hour. */
  private static ClusterFixture hung(DataState data) {
    ClusterFixture fixture = ClusterFixture.healthy(3).silence("i-3").data("i-3", data);
    fixture.node("i-3").stillFor = Duration.ofHours(1);
    fixture.listed.removeIf(entry -> entry.name().equals("i-3"));
    return fixture;
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "LOST", "ROLLED_BACK", "DAMAGED", "REMOVED"})
  @Guards("REPLACE_HUNG_NON_MEMBER")
  void aNodeThatHangsBeforeItJoinsIsReplaced(DataState data) {
    Plan plan = hung(data).plan();

    assertThat(plan.decision().reason().code()).isEqualTo("NEWCOMER_HUNG");
    assertThat(plan.status().terminations())
        .extracting(Termination::instance)
        .containsExactly(HUNG);
    assertThat(plan.heartbeatEvidence())
        .containsKeys(HUNG, new InstanceId("i-1"), new InstanceId("i-2"));
  }

  static List<Arguments> missingEvidence() {
    return List.of(
        missing("silent too briefly", s -> s.node("i-3").stillFor = Duration.ofMinutes(5)),
        missing("too few looks", s -> s.node("i-3").stillTurns = 1),
        missing("its data is intact", s -> s.data("i-3", DataState.INTACT)),
        missing("an earlier generation's data", s -> s.data("i-3", DataState.SUPERSEDED)),
        missing("nobody knows its data", s -> s.data("i-3", DataState.FOREIGN)),
        missing(
            "no journal explains its data",
            s -> s.knowsNothing("i-3").data("i-3", DataState.ROLLED_BACK)),
        missing("no quorum tells who is a member", ReplaceHungNonMemberTest::unproven),
        missing("EC2 says stopped", s -> s.instances.put(HUNG, InstanceState.STOPPED)),
        missing("outside the group", s -> s.lifecycles.remove(HUNG)),
        missing("the breaker is on", s -> s.fleet = ClusterFixture.fleet(4, 3)),
        missing("a change is open", s -> s.open(CommandKind.JOIN, "i-2")));
  }

  private static void unproven(ClusterFixture fixture) {
    fixture.node("i-1").quorumProven = false;
    fixture.node("i-2").quorumProven = false;
  }

  private static Arguments missing(String what, Consumer<ClusterFixture> change) {
    return Arguments.of(what, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("missingEvidence")
  void withoutAnyOnePieceOfEvidenceItStays(String what, Consumer<ClusterFixture> change) {
    ClusterFixture fixture = hung(DataState.LOST);
    change.accept(fixture);

    assertThat(fixture.plan().decision().reason().code()).isNotEqualTo("NEWCOMER_HUNG");
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "LOST", "ROLLED_BACK", "DAMAGED", "REMOVED", "SUPERSEDED"})
  void aNodeWhoseMemberIsListedIsNoNewcomer(DataState data) {
    ClusterFixture fixture = ClusterFixture.healthy(3).silence("i-3").data("i-3", data);
    ClusterState clusterState = ClusterStates.of(fixture.view());

    assertThat(clusterState.node(HUNG))
        .hasValueSatisfying(
            node -> assertThat(HungNonMemberEvidence.newcomer(clusterState, node)).isFalse());
  }
}
