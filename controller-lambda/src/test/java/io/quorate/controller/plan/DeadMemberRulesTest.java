package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.instruction.InstructionKind;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.JoinCluster;
import io.quorate.instruction.Outcome;
import io.quorate.instruction.RemoveMember;
import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.MemberEntry;
import io.quorate.state.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeadMemberRulesTest {
  @Test
  void aHealthyClusterIsLeftAlone() {
    Plan plan = Scene.healthy(3).plan();

    assertThat(plan.decision()).isInstanceOf(Decision.Rest.class);
    assertThat(plan.status().phase()).isEqualTo(Phase.HEALTHY);
    assertThat(plan.status().conditions()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "FOREIGN", "ROLLED_BACK", "DAMAGED", "REMOVED"})
  void aNodeWithUnusableDataIsToldToReplaceItsFormerSelf(DataState data) {
    Scene scene = Scene.healthy(3).data("i-3", data);

    Plan plan = scene.plan();

    JoinCluster join = (JoinCluster) ((Decision.Issue) plan.decision()).instruction();
    assertThat(join.header().executor()).isEqualTo(new InstanceId("i-3"));
    assertThat(join.supersedes()).contains(scene.member("i-3"));
    assertThat(join.contacts())
        .containsExactlyInAnyOrder("http://10.0.0.1:2379", "http://10.0.0.2:2379");
    assertThat(join.header().token()).isEqualTo(new FencingToken(40));
    assertThat(plan.status().operation()).isPresent();
    assertThat(plan.reliedOn())
        .containsKeys(new InstanceId("i-1"), new InstanceId("i-2"), new InstanceId("i-3"));
    assertThat(plan.status().phase()).isEqualTo(Phase.CHANGING);
  }

  @Test
  void whileTheGroupCannotBeReadANodeThatMayRejoinIsNotRemoved() {
    Scene scene = Scene.healthy(3).data("i-3", DataState.LOST);
    scene.groupInstead = Optional.of(new GroupView.Unknown("throttled"));

    assertThat(scene.plan().decision().reason().code()).isEqualTo("GROUP_UNKNOWN");
  }

  @Test
  void aNodeThatLeavesTheGroupWithUnusableDataIsRemovedByTheLeader() {
    Scene scene = Scene.healthy(3).data("i-3", DataState.LOST);
    scene.lifecycles.put(new InstanceId("i-3"), "Terminating:Wait");

    Decision.Issue issue = (Decision.Issue) scene.plan().decision();
    assertThat(issue.instruction()).isInstanceOf(RemoveMember.class);
    assertThat(scene.plan().reliedOn())
        .as("the report that proves it dead is part of the evidence")
        .containsKey(new InstanceId("i-3"));
  }

  @Test
  void aTerminatedMemberIsRemovedByTheLeader() {
    Scene scene = Scene.healthy(3).terminate("i-3");

    RemoveMember remove = (RemoveMember) ((Decision.Issue) scene.plan().decision()).instruction();

    assertThat(remove.target()).isEqualTo(scene.member("i-3"));
    assertThat(remove.header().executor()).isEqualTo(new InstanceId("i-1"));
    assertThat(remove.onlyUnstarted()).isFalse();
  }

  @Test
  void aFoundingMemberThatNeverStartedDiesWithItsInstance() {
    Scene scene = Scene.healthy(3).terminate("i-3");
    MemberEntry unstarted = unnamed(scene, "i-3", false);
    scene.listed.removeIf(entry -> entry.id().equals(unstarted.id()));
    scene.listed.add(unstarted);
    scene.actors.remove(new InstanceId("i-3"));

    RemoveMember remove = (RemoveMember) ((Decision.Issue) scene.plan().decision()).instruction();

    assertThat(remove.target()).isEqualTo(unstarted.id());
  }

  @Test
  void aLearnerThatNeverStartedDiesWithTheInstanceThatWasToStartIt() {
    Scene scene = Scene.healthy(3);
    Actor joiner = scene.launch("i-4");
    joiner.joined(scene.lineage.birth().orElseThrow(), Scene.memberOf(joiner));
    MemberEntry unstarted = unnamed(scene, "i-4", true);
    scene.listed.add(unstarted);
    scene.terminate("i-4");

    RemoveMember remove = (RemoveMember) ((Decision.Issue) scene.plan().decision()).instruction();

    assertThat(remove.target()).isEqualTo(unstarted.id());
  }

  private static MemberEntry unnamed(Scene scene, String instance, boolean learner) {
    MemberEntry entry = Scene.entry(scene.node(instance), learner);
    return new MemberEntry(entry.id(), "", entry.peerUrls(), learner);
  }

  /** A disk that was replaced or rolled back around a join: its agent knows no member. */
  private static Scene forgotten() {
    return Scene.healthy(3)
        .inactive("i-3", Duration.ofHours(1))
        .knowsNothing("i-3")
        .data("i-3", DataState.NONE);
  }

  @Test
  void aMemberThatItsOwnNodeNoLongerKnowsIsSupersededByThatNode() {
    Scene scene = forgotten();

    JoinCluster join = (JoinCluster) ((Decision.Issue) scene.plan().decision()).instruction();

    assertThat(join.header().executor()).isEqualTo(new InstanceId("i-3"));
    assertThat(join.supersedes()).contains(scene.member("i-3"));
    assertThat(scene.plan().reliedOn()).containsKey(new InstanceId("i-3"));
  }

  @Test
  void aForgottenMemberOfANodeOutsideItsGroupIsRemovedAndDoesNotRejoin() {
    Scene scene = forgotten();
    scene.lifecycles.remove(new InstanceId("i-3"));

    assertThat(scene.plan().reliedOn()).containsKey(new InstanceId("i-3"));
    assertThat(((Decision.Issue) scene.plan().decision()).instruction().kind())
        .isEqualTo(InstructionKind.REMOVE_MEMBER);
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "LOST"})
  void aNodeThatHangsBeforeItsJoinRemovedItsDeadSelfHasTillItsDeadline(DataState data) {
    Scene scene = data == DataState.NONE ? forgotten() : unusable(data);
    scene.status = scene.plan().status();
    scene.silence("i-3");
    assertThat(scene.plan().decision())
        .as("silence is all that speaks against it")
        .isInstanceOf(Decision.Rest.class);

    scene.after(Duration.ofHours(1)).silence("i-3");
    assertThat(scene.plan().decision().reason().code()).isEqualTo("JOINER_HUNG");

    scene.node("i-2").hearsAll = true;
    assertThat(scene.plan().decision())
        .as("what the agent of a member said of its data holds, whoever hears that member")
        .isInstanceOf(
            data == DataState.NONE ? Decision.Rest.class : Decision.IntendTermination.class);
  }

  private static Scene unusable(DataState data) {
    return Scene.healthy(3).data("i-3", data).inactive("i-3", Duration.ofHours(1));
  }

  @Test
  void aMemberThatSomebodyStillHearsIsNotForgotten() {
    Scene missedByOneOnly = forgotten();
    missedByOneOnly.node("i-2").hearsAll = true;
    Scene missedTooBriefly = forgotten().inactive("i-3", Duration.ofSeconds(1));

    assertThat(missedByOneOnly.plan().decision()).isInstanceOf(Decision.Rest.class);
    assertThat(missedTooBriefly.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void aStoppedInstanceForgotNothingForItsRowMayBeFromBeforeItsFirstStart() {
    Scene scene = forgotten();
    scene.instances.put(new InstanceId("i-3"), InstanceState.STOPPED);

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void aMemberWhoseNodeIsSilentOrHoldsForeignDataIsNotForgotten() {
    Scene silent = forgotten().silence("i-3");
    silent.node("i-3").stillFor = Duration.ofMinutes(5);
    Scene foreign = forgotten().data("i-3", DataState.FOREIGN);

    assertThat(silent.plan().decision().reason().code()).isEqualTo("NODE_HUNG");
    assertThat(foreign.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void theTombstoneOutlivesWhatEc2Remembers() {
    Scene scene = Scene.healthy(3).terminate("i-3");
    scene.status = scene.plan().status().closing(operationOf(scene));
    scene.instances.remove(new InstanceId("i-3"));

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Issue.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = InstanceState.class,
      names = {"TERMINATED"},
      mode = EnumSource.Mode.EXCLUDE)
  void silenceIsNotDeathWhateverElseEc2Says(InstanceState state) {
    Scene scene = Scene.healthy(3).silence("i-3");
    scene.instances.put(new InstanceId("i-3"), state);
    scene.lifecycles.remove(new InstanceId("i-3"));

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void absenceFromEveryListingIsNotDeath() {
    Scene scene = Scene.healthy(3).silence("i-3");
    scene.instances.clear();
    scene.lifecycles.clear();

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void everyHeartbeatStaleAtOnceRemovesNobody() {
    Scene scene = Scene.healthy(3).silence("i-1").silence("i-2").silence("i-3");

    Plan plan = scene.plan();

    assertThat(plan.decision()).isInstanceOf(Decision.Rest.class);
    assertThat(plan.status().phase()).isEqualTo(Phase.NO_QUORUM);
    assertThat(plan.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.NO_QUORUM)
        .doesNotContain(Condition.Type.QUORUM_LOST);
  }

  @Test
  void aDeadMemberStaysWhileTheOthersAreNoQuorumWithoutIt() {
    Scene scene = Scene.healthy(3).terminate("i-3").silence("i-2");

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void twoOfThreeTerminatedIsAQuorumLostThatNoMembershipChangeMends() {
    Scene scene = Scene.healthy(3).terminate("i-3").terminate("i-2");
    scene.node("i-1").quorumProven = false;

    Plan plan = scene.plan();

    assertThat(plan.decision()).isInstanceOf(Decision.Rest.class);
    assertThat(plan.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.QUORUM_LOST);
  }

  @Test
  void oneChangeAtATime() {
    Scene scene = Scene.healthy(5).terminate("i-5").data("i-4", DataState.LOST);
    scene.status = scene.plan().status();

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void anOpenChangeIsNotClosedByTimeAlone() {
    Scene scene = Scene.healthy(3).data("i-3", DataState.LOST);
    scene.status = scene.plan().status();
    scene.silence("i-3").after(Duration.ofDays(3));

    assertThat(scene.plan().decision()).isNotInstanceOf(Decision.Close.class);
    assertThat(scene.plan().status().operation()).isPresent();
  }

  @Test
  void anOutcomeClosesTheChange() {
    Scene scene = Scene.healthy(3).open(InstructionKind.JOIN, "i-3");
    scene.answer("i-3", Outcome.Result.DONE);

    Plan plan = scene.plan();

    assertThat(plan.decision()).isInstanceOf(Decision.Close.class);
    assertThat(plan.status().operation()).isEmpty();
    assertThat(plan.status().setbacks()).isEmpty();
  }

  @Test
  void anExecutorProvenTerminatedClosesItsChange() {
    Scene scene = Scene.healthy(3).open(InstructionKind.JOIN, "i-3").terminate("i-3");

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Close.class);
  }

  @Test
  void aFailedJoinWaitsLongerEachTime() {
    Scene scene = Scene.healthy(3).data("i-3", DataState.LOST).open(InstructionKind.JOIN, "i-3");
    scene.answer("i-3", Outcome.Result.FAILED);
    scene.status = scene.plan().status();

    assertThat(scene.plan().decision().reason().code()).isEqualTo("JOIN_BACKOFF");
    scene.after(Duration.ofSeconds(11));
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Issue.class);
  }

  @Test
  void theFleetBrakeStopsRemovals() {
    Scene scene = Scene.healthy(3).terminate("i-3");
    scene.fleet = Scene.fleet(10, 3);
    assertThat(scene.plan().decision().reason().code()).isEqualTo("FLEET_BRAKE");

    scene.fleet = new FleetView.NotObserved("nobody looked at the fleet");
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);

    scene.fleet = Scene.fleet(15, 3);
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Issue.class);
  }

  @Test
  void theFleetBrakeLetsANodeReplaceItsOwnFormerSelf() {
    Scene scene = Scene.healthy(3).data("i-3", DataState.LOST);
    scene.fleet = Scene.fleet(10, 3);

    assertThat(((Decision.Issue) scene.plan().decision()).instruction().kind())
        .isEqualTo(InstructionKind.JOIN);
  }

  @Test
  void anAddThatLandedAfterItsInstructionWasClosedIsTakenBack() {
    Scene scene = Scene.healthy(3);
    MemberId ghost = new MemberId(0xabc);
    scene.listed.add(new MemberEntry(ghost, "", List.of("http://10.0.0.77:2380"), true));

    RemoveMember remove = (RemoveMember) ((Decision.Issue) scene.plan().decision()).instruction();

    assertThat(remove.target()).isEqualTo(ghost);
    assertThat(remove.onlyUnstarted()).isTrue();
  }

  @Test
  void aLearnerIsLeftWhileARowCannotBeReadForItMayBeItsNodes() {
    Scene scene = Scene.healthy(3);
    scene.listed.add(
        new MemberEntry(new MemberId(0xabc), "", List.of("http://10.0.0.77:2380"), true));
    scene.fleet = new FleetView.RowsUnread(List.of("i-4: nobody can read it"));

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void aJoinerKeepsTheDeadlineThatItWasGivenThoughTheSpecIsAnotherByNow() {
    Scene scene = unusable(DataState.LOST);
    JoinCluster told = (JoinCluster) ((Decision.Issue) scene.plan().decision()).instruction();
    JoinCluster longer =
        new JoinCluster(
            told.header(),
            told.supersedes(),
            told.clusterToken(),
            told.clusterId(),
            told.contacts(),
            Duration.ofHours(3).toMillis(),
            told.lagLimit());
    scene.slots.put(new InstanceId("i-3"), new InstructionSlot(longer, InstructionSlot.State.OPEN));
    scene.status = scene.plan().status();

    assertThat(scene.after(Duration.ofHours(2)).silence("i-3").plan().decision())
        .isInstanceOf(Decision.Rest.class);
    assertThat(scene.after(Duration.ofHours(2)).silence("i-3").plan().decision().reason().code())
        .isEqualTo("JOINER_HUNG");
  }

  @Test
  void aLearnerThatItsOwnNodeHoldsIsNotStranded() {
    Scene scene = Scene.healthy(3);
    Actor joiner = scene.launch("i-4");
    joiner.joined(scene.lineage.birth().orElseThrow(), new MemberId(0xabc));
    scene.listed.add(
        new MemberEntry(new MemberId(0xabc), "", List.of(joiner.endpoints().peerUrl()), true));

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  private static String operationOf(Scene scene) {
    return scene.plan().status().operation().orElseThrow().instructionId();
  }
}
