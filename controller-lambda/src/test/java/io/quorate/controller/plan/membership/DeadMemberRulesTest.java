package io.quorate.controller.plan.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.RemoveMember;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
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
    Plan plan = ClusterFixture.healthy(3).plan();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().phase()).isEqualTo(Phase.HEALTHY);
    assertThat(plan.status().conditions()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "FOREIGN", "ROLLED_BACK", "DAMAGED", "REMOVED"})
  void aNodeWithUnusableDataIsToldToReplaceItsFormerSelf(DataState data) {
    ClusterFixture fixture = ClusterFixture.healthy(3).data("i-3", data);

    Plan plan = fixture.plan();

    JoinCluster join = (JoinCluster) ((StartCommand) plan.decision()).command();
    assertThat(join.header().executor()).isEqualTo(new InstanceId("i-3"));
    assertThat(join.formerMember()).contains(fixture.member("i-3"));
    assertThat(join.contacts())
        .containsExactlyInAnyOrder("http://10.0.0.1:2379", "http://10.0.0.2:2379");
    assertThat(join.header().token()).isEqualTo(new FencingToken(40));
    assertThat(plan.status().operation()).isPresent();
    assertThat(plan.heartbeatEvidence())
        .containsKeys(new InstanceId("i-1"), new InstanceId("i-2"), new InstanceId("i-3"));
    assertThat(plan.status().phase()).isEqualTo(Phase.CHANGING);
  }

  @Test
  void whileTheGroupCannotBeReadANodeThatMayRejoinIsNotRemoved() {
    ClusterFixture fixture = ClusterFixture.healthy(3).data("i-3", DataState.LOST);
    fixture.groupInstead = Optional.of(new GroupView.Unknown("throttled"));

    assertThat(fixture.plan().decision().reason().code()).isEqualTo("GROUP_UNKNOWN");
  }

  @Test
  void aNodeThatLeavesTheGroupWithUnusableDataIsRemovedByTheLeader() {
    ClusterFixture fixture = ClusterFixture.healthy(3).data("i-3", DataState.LOST);
    fixture.lifecycles.put(new InstanceId("i-3"), "Terminating:Wait");

    StartCommand issue = (StartCommand) fixture.plan().decision();
    assertThat(issue.command()).isInstanceOf(RemoveMember.class);
    assertThat(fixture.plan().heartbeatEvidence())
        .as("the report that proves it dead is part of the evidence")
        .containsKey(new InstanceId("i-3"));
  }

  @Test
  @Guards("REPLACE_DEAD_MEMBER")
  void aTerminatedMemberIsRemovedByTheLeader() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");

    RemoveMember remove = (RemoveMember) ((StartCommand) fixture.plan().decision()).command();

    assertThat(remove.target()).isEqualTo(fixture.member("i-3"));
    assertThat(remove.header().executor()).isEqualTo(new InstanceId("i-1"));
    assertThat(remove.onlyUnstarted()).isFalse();
  }

  @Test
  void anInitialMemberThatNeverStartedDiesWithItsInstance() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    MemberEntry unstarted = unnamed(fixture, "i-3", false);
    fixture.listed.removeIf(entry -> entry.id().equals(unstarted.id()));
    fixture.listed.add(unstarted);
    fixture.actors.remove(new InstanceId("i-3"));

    RemoveMember remove = (RemoveMember) ((StartCommand) fixture.plan().decision()).command();

    assertThat(remove.target()).isEqualTo(unstarted.id());
  }

  @Test
  void aLearnerThatNeverStartedDiesWithTheInstanceThatWasToStartIt() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    NodeFixture joiner = fixture.launch("i-4");
    joiner.joined(fixture.lineage.bootstrap().orElseThrow(), ClusterFixture.memberOf(joiner));
    MemberEntry unstarted = unnamed(fixture, "i-4", true);
    fixture.listed.add(unstarted);
    fixture.terminate("i-4");

    RemoveMember remove = (RemoveMember) ((StartCommand) fixture.plan().decision()).command();

    assertThat(remove.target()).isEqualTo(unstarted.id());
  }

  private static MemberEntry unnamed(ClusterFixture fixture, String instance, boolean learner) {
    MemberEntry entry = ClusterFixture.entry(fixture.node(instance), learner);
    return new MemberEntry(entry.id(), "", entry.peerUrls(), learner);
  }

  /** A disk that was replaced or rolled back around a join: its agent knows no member. */
  private static ClusterFixture forgotten() {
    return ClusterFixture.healthy(3)
        .inactive("i-3", Duration.ofHours(1))
        .knowsNothing("i-3")
        .data("i-3", DataState.NONE);
  }

  @Test
  void aMemberThatItsOwnNodeNoLongerKnowsIsSupersededByThatNode() {
    ClusterFixture fixture = forgotten();

    JoinCluster join = (JoinCluster) ((StartCommand) fixture.plan().decision()).command();

    assertThat(join.header().executor()).isEqualTo(new InstanceId("i-3"));
    assertThat(join.formerMember()).contains(fixture.member("i-3"));
    assertThat(fixture.plan().heartbeatEvidence()).containsKey(new InstanceId("i-3"));
  }

  @Test
  void aForgottenMemberOfANodeOutsideItsGroupIsRemovedAndDoesNotRejoin() {
    ClusterFixture fixture = forgotten();
    fixture.lifecycles.remove(new InstanceId("i-3"));

    assertThat(fixture.plan().heartbeatEvidence()).containsKey(new InstanceId("i-3"));
    assertThat(((StartCommand) fixture.plan().decision()).command().kind())
        .isEqualTo(CommandKind.REMOVE_MEMBER);
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "LOST"})
  void aNodeThatHangsBeforeItsJoinRemovedItsDeadSelfHasTillItsDeadline(DataState data) {
    ClusterFixture fixture = data == DataState.NONE ? forgotten() : unusable(data);
    fixture.status = fixture.plan().status();
    fixture.silence("i-3");
    assertThat(fixture.plan().decision())
        .as("silence is all that speaks against it")
        .isInstanceOf(NoOp.class);

    fixture.after(Duration.ofHours(1)).silence("i-3");
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("JOINER_HUNG");

    fixture.node("i-2").hearsAll = true;
    assertThat(fixture.plan().decision())
        .as("what the agent of a member said of its data holds, whoever hears that member")
        .isInstanceOf(data == DataState.NONE ? NoOp.class : RecordTermination.class);
  }

  private static ClusterFixture unusable(DataState data) {
    return ClusterFixture.healthy(3).data("i-3", data).inactive("i-3", Duration.ofHours(1));
  }

  @Test
  void aMemberThatSomebodyStillHearsIsNotForgotten() {
    ClusterFixture missedByOneOnly = forgotten();
    missedByOneOnly.node("i-2").hearsAll = true;
    ClusterFixture missedTooBriefly = forgotten().inactive("i-3", Duration.ofSeconds(1));

    assertThat(missedByOneOnly.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(missedTooBriefly.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void aStoppedInstanceForgotNothingForItsRowMayBeFromBeforeItsFirstStart() {
    ClusterFixture fixture = forgotten();
    fixture.instances.put(new InstanceId("i-3"), InstanceState.STOPPED);

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void aMemberWhoseNodeIsSilentOrHoldsForeignDataIsNotForgotten() {
    ClusterFixture silent = forgotten().silence("i-3");
    silent.node("i-3").stillFor = Duration.ofMinutes(5);
    ClusterFixture foreign = forgotten().data("i-3", DataState.FOREIGN);

    assertThat(silent.plan().decision().reason().code()).isEqualTo("NODE_HUNG");
    assertThat(foreign.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void theTombstoneOutlivesWhatEc2Remembers() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    fixture.status = fixture.plan().status().closing(operationOf(fixture));
    fixture.instances.remove(new InstanceId("i-3"));

    assertThat(fixture.plan().decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
  }

  @ParameterizedTest
  @EnumSource(
      value = InstanceState.class,
      names = {"TERMINATED"},
      mode = EnumSource.Mode.EXCLUDE)
  void silenceIsNotDeathWhateverElseEc2Says(InstanceState state) {
    ClusterFixture fixture = ClusterFixture.healthy(3).silence("i-3");
    fixture.instances.put(new InstanceId("i-3"), state);
    fixture.lifecycles.remove(new InstanceId("i-3"));

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void absenceFromEveryListingIsNotDeath() {
    ClusterFixture fixture = ClusterFixture.healthy(3).silence("i-3");
    fixture.instances.clear();
    fixture.lifecycles.clear();

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  @Guards("UNSEEN")
  void everyHeartbeatStaleAtOnceRemovesNobody() {
    ClusterFixture fixture = ClusterFixture.healthy(3).silence("i-1").silence("i-2").silence("i-3");

    Plan plan = fixture.plan();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().phase()).isEqualTo(Phase.UNSEEN);
    assertThat(plan.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.UNSEEN)
        .doesNotContain(Condition.Type.NO_QUORUM, Condition.Type.QUORUM_LOST);
  }

  @Test
  void aDeadMemberStaysWhileTheOthersAreNoQuorumWithoutIt() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3").silence("i-2");

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  @Guards("QUORUM_LOST")
  void twoOfThreeTerminatedIsAQuorumLostThatNoMembershipChangeMends() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3").terminate("i-2");
    fixture.node("i-1").quorumProven = false;

    Plan plan = fixture.plan();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.QUORUM_LOST);
  }

  @Test
  @Guards("FLEET_BREAKER")
  void theFleetBreakerStopsRemovals() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    fixture.fleet = ClusterFixture.fleet(10, 3);
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("FLEET_BREAKER");

    fixture.fleet = new FleetView.NotObserved("nobody looked at the fleet");
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);

    fixture.fleet = ClusterFixture.fleet(15, 3);
    assertThat(fixture.plan().decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
  }

  @Test
  void theFleetBreakerLetsANodeReplaceItsOwnFormerSelf() {
    ClusterFixture fixture = ClusterFixture.healthy(3).data("i-3", DataState.LOST);
    fixture.fleet = ClusterFixture.fleet(10, 3);

    assertThat(((StartCommand) fixture.plan().decision()).command().kind())
        .isEqualTo(CommandKind.JOIN);
  }

  @Test
  @Guards("REMOVE_STRANDED_LEARNER")
  void anAddThatLandedAfterItsInstructionWasClosedIsTakenBack() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    MemberId ghost = new MemberId(0xabc);
    fixture.launch("i-4");
    String at = fixture.node("i-4").endpoints().peerUrl();
    fixture.listed.add(new MemberEntry(ghost, "", List.of(at), true));

    RemoveMember remove = (RemoveMember) ((StartCommand) fixture.plan().decision()).command();

    assertThat(remove.target()).isEqualTo(ghost);
    assertThat(remove.onlyUnstarted()).isTrue();
  }

  /** etcd takes one learner: the joiner's own would be refused until its deadline. */
  @Test
  @Guards("REMOVE_STRANDED_LEARNER")
  void aLearnerOfSomebodysOwnGoesBeforeADeadMembersNodeRejoins() {
    ClusterFixture fixture = unusable(DataState.LOST);
    MemberId mirror = new MemberId(0xabc);
    fixture.listed.add(new MemberEntry(mirror, "", List.of("http://192.0.2.1:2380"), true));

    RemoveMember remove = (RemoveMember) ((StartCommand) fixture.plan().decision()).command();
    assertThat(remove.target()).isEqualTo(mirror);
    fixture.listed.removeLast();
    assertThat(((StartCommand) fixture.plan().decision()).command())
        .isInstanceOf(JoinCluster.class);
  }

  @Test
  void aLearnerIsLeftWhileARowCannotBeReadForItMayBeItsNodes() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.listed.add(
        new MemberEntry(new MemberId(0xabc), "", List.of("http://10.0.0.77:2380"), true));
    fixture.fleet = new FleetView.RowsUnread(List.of("i-4: nobody can read it"));

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void aJoinerKeepsTheDeadlineThatItWasGivenThoughTheSpecIsAnotherByNow() {
    ClusterFixture fixture = unusable(DataState.LOST);
    JoinCluster told = (JoinCluster) ((StartCommand) fixture.plan().decision()).command();
    JoinCluster longer =
        new JoinCluster(
            told.header(),
            told.formerMember(),
            told.clusterToken(),
            told.clusterId(),
            told.contacts(),
            Duration.ofHours(3).toMillis(),
            told.lagLimit());
    fixture.slots.put(new InstanceId("i-3"), new CommandSlot(longer, CommandSlot.State.OPEN));
    fixture.status = fixture.plan().status();

    assertThat(fixture.after(Duration.ofHours(2)).silence("i-3").plan().decision())
        .isInstanceOf(NoOp.class);
    assertThat(fixture.after(Duration.ofHours(2)).silence("i-3").plan().decision().reason().code())
        .isEqualTo("JOINER_HUNG");
  }

  @Test
  void aLearnerThatItsOwnNodeHoldsIsNotStranded() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    NodeFixture joiner = fixture.launch("i-4");
    joiner.joined(fixture.lineage.bootstrap().orElseThrow(), new MemberId(0xabc));
    fixture.listed.add(
        new MemberEntry(new MemberId(0xabc), "", List.of(joiner.endpoints().peerUrl()), true));

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  private static String operationOf(ClusterFixture fixture) {
    return fixture.plan().status().operation().orElseThrow().commandId();
  }
}
