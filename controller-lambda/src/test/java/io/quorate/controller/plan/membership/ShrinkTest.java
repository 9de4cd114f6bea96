package io.quorate.controller.plan.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandEffect;
import io.quorate.command.JoinCluster;
import io.quorate.command.LeaveCluster;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.Interruption;
import io.quorate.state.MemberEntry;
import io.quorate.state.Phase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A surplus leaves one at a time, by the victim that costs least, and never at a quorum's cost. */
class ShrinkTest {
  private static ClusterFixture surplus(int voters, int desired) {
    ClusterFixture fixture = ClusterFixture.healthy(voters).knowsLeave();
    fixture.actors.values().forEach(node -> node.zone = "z-" + node.instance);
    fixture.desired = desired;
    return fixture;
  }

  private static LeaveCluster leave(Plan plan) {
    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
    return (LeaveCluster) ((StartCommand) plan.decision()).command();
  }

  private static String victim(Plan plan) {
    return leave(plan).header().executor().value();
  }

  private static void waits(ClusterFixture fixture, String why) {
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.decision().reason().code()).isEqualTo("SHRINK_WAITS");
    assertThat(plan.decision().reason().message()).contains(why);
  }

  @Test
  @Guards("SHRINK")
  void aFollowerIsToldToLeaveAndRecordedInTheSamePlan() {
    ClusterFixture fixture = surplus(5, 3);
    Plan plan = fixture.plan();
    LeaveCluster leave = leave(plan);
    assertThat(leave.header().executor()).isEqualTo(new InstanceId("i-5"));
    assertThat(leave.member()).isEqualTo(fixture.member("i-5"));
    assertThat(leave.contacts()).hasSize(4).doesNotContain("http://10.0.0.5:2379");
    assertThat(leave.effects())
        .containsExactly(
            new CommandEffect.Removes(leave.member()),
            new CommandEffect.Stops(leave.header().executor()));
    assertThat(plan.status().group().leaves(new InstanceId("i-5"))).isTrue();
    assertThat(plan.status().phase()).isEqualTo(Phase.CHANGING);
    assertThat(plan.heartbeatEvidence()).hasSize(5);
  }

  @Test
  void theZoneWithMostGoesBeforeAllElseAndTheLeaderLast() {
    ClusterFixture fixture = surplus(4, 3);
    fixture.node("i-1").zone = "z-full";
    fixture.node("i-2").zone = "z-full";
    assertThat(victim(fixture.plan())).isEqualTo("i-2");
  }

  @Test
  void theLeaderLeavesOnlyWhereItsZoneHasMost() {
    ClusterFixture fixture = surplus(2, 1);
    assertThat(victim(fixture.plan())).isEqualTo("i-2");
  }

  @Test
  void aVoterThatDoesNotServeGoesFirst() {
    ClusterFixture fixture = surplus(5, 3);
    fixture.node("i-2").quorumProven = false;
    assertThat(victim(fixture.plan())).isEqualTo("i-2");
  }

  @Test
  @Guards("SHRINK")
  void aSilentVoterIsWaitedForAndNoHealthyOneLeaves() {
    waits(surplus(5, 3).silence("i-2"), "cannot be told to leave: i-2");
  }

  @Test
  @Guards("SHRINK")
  void nobodyLeavesWhileTwoVotersDoNotServe() {
    ClusterFixture fixture = surplus(5, 3);
    fixture.node("i-2").quorumProven = false;
    fixture.node("i-3").quorumProven = false;
    waits(fixture, "2 voters do not serve: i-2, i-3");
  }

  @Test
  void theOneOfTwoThatServesStays() {
    ClusterFixture fixture = surplus(2, 1);
    fixture.node("i-1").quorumProven = false;
    assertThat(victim(fixture.plan())).isEqualTo("i-1");
  }

  /** Of five three are to stay: without the order the one that is not taken would go. */
  @Test
  void oneThatTheCloudTakesGoesBeforeOneThatStays() {
    ClusterFixture fixture = surplus(5, 3);
    for (String taken : List.of("i-2", "i-3", "i-4")) {
      var node = fixture.node(taken);
      node.report =
          node.report.interrupted(
              new Interruption("terminate", fixture.now.plus(Duration.ofMinutes(2))));
    }
    assertThat(victim(fixture.plan())).isIn("i-2", "i-3", "i-4");
  }

  @Test
  void anAgentThatDoesNotKnowLeaveIsNeverTold() {
    ClusterFixture fixture = surplus(4, 3);
    fixture.node("i-4").report = io.quorate.state.NodeReport.NOTHING;
    assertThat(victim(fixture.plan())).isEqualTo("i-3");
    fixture.actors.values().forEach(node -> node.report = io.quorate.state.NodeReport.NOTHING);
    waits(fixture, "upgrade them");
  }

  @Test
  @Guards("SHRINK")
  void nobodyLeavesWhileTheFleetBreakerIsOn() {
    ClusterFixture fixture = surplus(4, 3);
    fixture.fleet = ClusterFixture.fleet(4, 3);
    waits(fixture, "fleet breaker");
  }

  @Test
  void anInstanceThatHoldsNoMemberIsTerminatedFirst() {
    ClusterFixture fixture = surplus(3, 3);
    fixture.launch("i-4");
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(RecordTermination.class);
    assertThat(plan.decision().terminates()).contains(new InstanceId("i-4"));
    assertThat(plan.decision().reason().code()).isEqualTo("SURPLUS_NON_MEMBER");
  }

  @Test
  void dataThatNoJournalExplainsIsLeftToAPerson() {
    ClusterFixture fixture = surplus(3, 3);
    fixture.launch("i-4").data = DataState.FOREIGN;
    assertThat(fixture.plan().decision()).isNotInstanceOf(RecordTermination.class);
  }

  @Test
  @Guards("TERMINATE_LEAVER")
  void oneAtATimeFromTheWishToTheLastTermination() {
    ClusterFixture fixture = surplus(4, 3);
    Plan told = fixture.plan();
    fixture.status = told.status();
    fixture.slots.put(
        new InstanceId("i-4"),
        new io.quorate.command.CommandSlot(leave(told), io.quorate.command.CommandSlot.State.OPEN));
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);

    fixture.left("i-4");
    fixture.node("i-4").outcome =
        java.util.Optional.of(
            new Outcome(
                leave(told).header().id(),
                io.quorate.command.CommandKind.LEAVE,
                Outcome.Result.DONE,
                "ARCHIVE_DIRECTORY",
                "left"));
    Plan closed = fixture.plan();
    assertThat(closed.decision()).extracting(Decision::code).isEqualTo("CLOSE_OPERATION");
    assertThat(closed.status().phase()).isEqualTo(Phase.CHANGING);
    fixture.status = closed.status();
    fixture.slots.clear();

    Plan intended = fixture.plan();
    assertThat(intended.decision()).isInstanceOf(RecordTermination.class);
    assertThat(intended.decision().reason().code()).isEqualTo("MEMBER_LEFT");
    fixture.status = intended.status();
    Plan asked = fixture.plan();
    assertThat(asked.decision()).isInstanceOf(TerminateInstance.class);
    fixture.status = asked.status();

    fixture.terminate("i-4");
    Plan over = fixture.plan();
    assertThat(over.decision()).isInstanceOf(NoOp.class);
    assertThat(over.status().phase()).isEqualTo(Phase.HEALTHY);
    assertThat(over.status().group().leaving()).isEmpty();
  }

  @Test
  @Guards("TERMINATE_LEAVER")
  void whoHasLeftIsNeverJoinedAgainThoughTheWishIsRaised() {
    ClusterFixture fixture = surplus(4, 3);
    fixture.status =
        fixture.status.withGroup(
            fixture.status.group().leaving(new InstanceId("i-4"), fixture.now));
    fixture.left("i-4");
    fixture.desired = 4;
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(RecordTermination.class);
    fixture.instances.put(new InstanceId("i-4"), InstanceState.UNKNOWN);
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("LEAVER_WAITS");
  }

  @Test
  void aWishThatIsRaisedBeforeItLeavesLetsItStay() {
    ClusterFixture fixture = surplus(4, 3);
    fixture.status =
        fixture.status.withGroup(
            fixture.status.group().leaving(new InstanceId("i-4"), fixture.now));
    fixture.desired = 4;
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().group().leaving()).isEmpty();
  }

  @Test
  void theOneThatWasChosenIsToldAgainAfterItFailed() {
    ClusterFixture fixture = surplus(5, 3);
    fixture.status =
        fixture.status.withGroup(
            fixture.status.group().leaving(new InstanceId("i-2"), fixture.now));
    assertThat(victim(fixture.plan())).isEqualTo("i-2");
  }

  @Test
  void aFailedLeaveIsTriedAgainAfterAPause() {
    ClusterFixture fixture = surplus(4, 3);
    Plan told = fixture.plan();
    fixture.status = told.status();
    fixture.node("i-4").outcome =
        java.util.Optional.of(
            new Outcome(
                leave(told).header().id(),
                io.quorate.command.CommandKind.LEAVE,
                Outcome.Result.FAILED,
                "REMOVE",
                "not done"));
    fixture.status = fixture.plan().status();
    waits(fixture, "failed to leave 1 times");
    fixture.after(Duration.ofSeconds(11));
    assertThat(victim(fixture.plan())).isEqualTo("i-4");
  }

  @Test
  void aDeadMemberOfASurplusIsRemovedAndNotReplaced() {
    ClusterFixture fixture = surplus(4, 3).data("i-4", DataState.LOST);
    Plan plan = fixture.plan();
    assertThat(((StartCommand) plan.decision()).command()).isNotInstanceOf(JoinCluster.class);
  }

  @Test
  void whatIsInStandbyDoesNotCount() {
    ClusterFixture fixture = surplus(3, 2);
    fixture.lifecycles.put(new InstanceId("i-3"), "Standby");
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  @Guards("SHRINK")
  void aDetachedVoterLeavesOnceAsManyAsDesiredServeInTheGroup() {
    ClusterFixture fixture = surplus(4, 3);
    fixture.lifecycles.remove(new InstanceId("i-2"));
    Plan plan = fixture.plan();
    assertThat(victim(plan)).isEqualTo("i-2");
    assertThat(plan.decision().reason().message()).contains("a follower that was detached");
  }

  @Test
  @Guards("SHRINK")
  void aDetachedVoterStaysUntilItsSuccessorVotes() {
    ClusterFixture fixture = surplus(3, 3);
    fixture.lifecycles.remove(new InstanceId("i-2"));
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    fixture.launch("i-4");
    assertThat(((StartCommand) fixture.plan().decision()).command())
        .isInstanceOfSatisfying(
            JoinCluster.class,
            join -> assertThat(join.header().executor()).isEqualTo(new InstanceId("i-4")));
  }

  /**
   * The desired capacity is 0, and the last voter was detached: what serves in the group is its
   * successor.
   */
  @Test
  void theSuccessorOfADetachedVoterJoinsThoughTheGroupWishesNobody() {
    ClusterFixture fixture = surplus(1, 0);
    fixture.lifecycles.remove(new InstanceId("i-1"));
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    fixture.launch("i-2");
    assertThat(((StartCommand) fixture.plan().decision()).command())
        .isInstanceOfSatisfying(
            JoinCluster.class,
            join -> assertThat(join.header().executor()).isEqualTo(new InstanceId("i-2")));

    ClusterFixture joined = surplus(2, 0);
    joined.lifecycles.remove(new InstanceId("i-1"));
    assertThat(victim(joined.plan())).isEqualTo("i-1");
  }

  @Test
  @Guards("TERMINATE_LEAVER")
  void aDetachedVoterIsNeverTerminated() {
    ClusterFixture fixture = surplus(4, 3);
    fixture.lifecycles.remove(new InstanceId("i-2"));
    fixture.status =
        fixture.status.withGroup(
            fixture.status.group().leaving(new InstanceId("i-2"), fixture.now));
    fixture.left("i-2");
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().phase()).isEqualTo(Phase.HEALTHY);
  }

  /** By such a list who has left would look like a member that stays. */
  @Test
  @Guards("TERMINATE_LEAVER")
  void aListOlderThanTheProvenOneLetsNobodyStay() {
    InstanceId leaver = new InstanceId("i-4");
    ClusterFixture fixture = surplus(4, 3);
    fixture.status = fixture.status.withGroup(fixture.status.group().leaving(leaver, fixture.now));
    List<MemberEntry> older = List.copyOf(fixture.listed);
    fixture.instances.put(leaver, InstanceState.UNKNOWN);
    fixture.status = fixture.left("i-4").plan().status();
    for (String instance : List.of("i-1", "i-2", "i-3")) {
      NodeFixture node = fixture.node(instance);
      node.listInstead = java.util.Optional.of(older);
      node.raftIndex = 55;
      node.watermark = 55;
    }
    fixture.desired = 4;
    Plan plan = fixture.plan();
    assertThat(plan.status().group().leaves(leaver)).isTrue();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
  }
}
