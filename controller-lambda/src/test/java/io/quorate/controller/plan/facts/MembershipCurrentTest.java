package io.quorate.controller.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** While a quorum has proved a newer list than the rows tell, nothing is changed by theirs. */
class MembershipCurrentTest {
  private static final InstanceId SECOND = new InstanceId("i-2");

  /** A quorum proved voters i-1 to i-3; i-1 and i-2 still tell these, at an older index. */
  private static ClusterFixture rowsTell(List<String> names, long index) {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.status = fixture.plan().status();
    List<MemberEntry> older =
        fixture.listed.stream().filter(entry -> names.contains(entry.name())).toList();
    for (String instance : List.of("i-1", "i-2")) {
      NodeFixture node = fixture.node(instance);
      node.listInstead = Optional.of(older);
      node.raftIndex = index;
      node.watermark = index;
    }
    fixture.data("i-3", DataState.LOST);
    fixture.node("i-3").answering = false;
    fixture.node("i-3").quorumProven = false;
    return fixture;
  }

  @Test
  @Guards("JOIN_WAITING_NODE")
  void aVoterThatLostItsDataBeforeTheRowsListItIsNoWaitingNode() {
    Plan plan = rowsTell(List.of("i-1", "i-2"), 55).plan();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.decision().reason().code()).isEqualTo("JOIN_WAITS");
    assertThat(plan.decision().reason().message())
        .contains("i-3 waits to join: awaited the next heartbeat of i-1")
        .contains("older than the one that a quorum proved last");
  }

  @Test
  void onceTheRowsReachTheProvenListTheirsCounts() {
    Plan plan = rowsTell(List.of("i-1", "i-2"), 60).plan();

    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
  }

  @Test
  void nobodyIsRemovedByAnOlderList() {
    ClusterFixture fixture = rowsTell(List.of("i-1", "i-2"), 55).terminate("i-1");
    // Of the two that it lists one is left: a quorum of itself, but not of the three there are.
    fixture.desired = 2;

    assertThat(ClusterStates.of(fixture.view()).quorum().keptWithout(fixture.member("i-1")))
        .isFalse();
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void nobodyIsStoppedByAnOlderList() {
    ClusterFixture older = rowsTell(List.of("i-2"), 55);
    InstanceId none = new InstanceId("i-9");

    assertThat(ClusterStates.of(older.view()).quorum().keptBeside(none)).isFalse();
    assertThat(ClusterStates.of(rowsTell(List.of("i-2"), 60).view()).quorum().keptBeside(none))
        .isTrue();
  }

  @Test
  void aListWithAMemberThatAnInstructionRemovedIsOlderWhateverItsIndex() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.status = fixture.plan().status();
    MemberId gone = fixture.member("i-3");
    fixture.status =
        fixture.status.withProven(fixture.status.proven().map(proven -> proven.without(gone)));
    fixture.node("i-1").watermark = 9_000;

    assertThat(ClusterStates.of(fixture.view()).quorum().membershipCurrent()).isFalse();
    assertThat(ClusterStates.of(fixture.view()).quorum().keptWithout(gone)).isFalse();
  }

  @Test
  void anInstanceThatJoinedAgainDoesNotServeAsItsFormerMember() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    MemberIdentity former = fixture.node("i-3").identity.orElseThrow();
    fixture.node("i-3").identity =
        Optional.of(
            new MemberIdentity(
                former.uid(), former.generation(), former.clusterId(), new MemberId(99), "new"));
    fixture.node("i-3").learner = true;

    assertThat(ClusterStates.of(fixture.view()).quorum().healthyVoters())
        .extracting(node -> node.heartbeat().instance())
        .containsExactly(new InstanceId("i-1"), SECOND);
    assertThat(ClusterStates.of(fixture.view()).quorum().keptBeside(SECOND)).isFalse();
  }
}
