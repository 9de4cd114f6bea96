package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

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
  private static Scene rowsTell(List<String> names, long index) {
    Scene scene = Scene.healthy(3);
    scene.status = scene.plan().status();
    List<MemberEntry> older =
        scene.listed.stream().filter(entry -> names.contains(entry.name())).toList();
    for (String instance : List.of("i-1", "i-2")) {
      Actor node = scene.node(instance);
      node.listInstead = Optional.of(older);
      node.raftIndex = index;
      node.watermark = index;
    }
    scene.data("i-3", DataState.LOST);
    scene.node("i-3").answering = false;
    scene.node("i-3").quorumProven = false;
    return scene;
  }

  @Test
  void aVoterThatLostItsDataBeforeTheRowsListItIsNoWaitingNode() {
    Plan plan = rowsTell(List.of("i-1", "i-2"), 55).plan();

    assertThat(plan.decision()).isInstanceOf(Decision.Rest.class);
    assertThat(plan.decision().reason().code()).isEqualTo("JOIN_WAITS");
    assertThat(plan.decision().reason().message())
        .contains("i-3 waits to join: awaited the next heartbeat of i-1")
        .contains("older than the one that a quorum proved last");
  }

  @Test
  void onceTheRowsReachTheProvenListTheirsCounts() {
    Plan plan = rowsTell(List.of("i-1", "i-2"), 60).plan();

    assertThat(plan.decision()).isInstanceOf(Decision.Issue.class);
  }

  @Test
  void nobodyIsRemovedByAnOlderList() {
    Scene scene = rowsTell(List.of("i-1", "i-2"), 55).terminate("i-1");
    // Of the two that it lists one is left: a quorum of itself, but not of the three there are.
    scene.desired = 2;

    assertThat(new Situation(scene.view()).quorumWithout(scene.member("i-1"))).isFalse();
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void nobodyIsStoppedByAnOlderList() {
    Scene older = rowsTell(List.of("i-2"), 55);
    InstanceId none = new InstanceId("i-9");

    assertThat(new Situation(older.view()).quorumBeside(none)).isFalse();
    assertThat(new Situation(rowsTell(List.of("i-2"), 60).view()).quorumBeside(none)).isTrue();
  }

  @Test
  void aListWithAMemberThatAnInstructionRemovedIsOlderWhateverItsIndex() {
    Scene scene = Scene.healthy(3);
    scene.status = scene.plan().status();
    MemberId gone = scene.member("i-3");
    scene.status =
        scene.status.withProven(scene.status.proven().map(proven -> proven.without(gone)));
    scene.node("i-1").watermark = 9_000;

    assertThat(new Situation(scene.view()).membershipCurrent()).isFalse();
    assertThat(new Situation(scene.view()).quorumWithout(gone)).isFalse();
  }

  @Test
  void anInstanceThatJoinedAgainDoesNotServeAsItsFormerMember() {
    Scene scene = Scene.healthy(3);
    MemberIdentity former = scene.node("i-3").identity.orElseThrow();
    scene.node("i-3").identity =
        Optional.of(
            new MemberIdentity(
                former.uid(), former.generation(), former.clusterId(), new MemberId(99), "new"));
    scene.node("i-3").learner = true;

    assertThat(new Situation(scene.view()).healthyVoters())
        .extracting(node -> node.heartbeat().instance())
        .containsExactly(new InstanceId("i-1"), SECOND);
    assertThat(new Situation(scene.view()).quorumBeside(SECOND)).isFalse();
  }
}
