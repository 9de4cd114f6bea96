package io.quorate.controller.plan.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Command;
import io.quorate.command.CommandKind;
import io.quorate.command.JoinCluster;
import io.quorate.command.LeaveCluster;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AnswerHook;
import io.quorate.controller.decision.CloudEffect;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.ExtendHook;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.HookAnswer;
import io.quorate.state.NodeReport;
import io.quorate.state.Phase;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A held termination goes on only once the cluster can do without the instance. */
class TerminationHookTest {
  private static final InstanceId HELD = new InstanceId("i-3");

  private static ClusterFixture held(int voters) {
    ClusterFixture fixture = ClusterFixture.healthy(voters).knowsLeave();
    return fixture.heldTermination("i-" + Math.min(voters, 3));
  }

  /** After the first extension, so that it is the other rules' turn. */
  private static ClusterFixture extended(ClusterFixture fixture) {
    for (int held = 0; held < 5 && fixture.plan().decision() instanceof ExtendHook; held++) {
      fixture.status = fixture.plan().status();
    }
    return fixture;
  }

  private static void answered(ClusterFixture fixture, String instance, String code) {
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(AnswerHook.class);
    HookAnswer answer = ((AnswerHook) plan.decision()).answer();
    assertThat(answer.instance()).isEqualTo(new InstanceId(instance));
    assertThat(answer.hook()).isEqualTo("quorate-terminate");
    assertThat(answer.result()).contains(HookAnswer.Result.CONTINUE);
    assertThat(plan.decision().reason().code()).isEqualTo(code);
    assertThat(plan.decision().terminates()).contains(new InstanceId(instance));
    assertThat(plan.status().group().ends(new InstanceId(instance))).isTrue();
  }

  private static void notAnswered(ClusterFixture fixture) {
    assertThat(fixture.plan().decision()).isNotInstanceOf(AnswerHook.class);
  }

  private static Command told(ClusterFixture fixture) {
    Plan plan = fixture.plan();
    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
    return ((StartCommand) plan.decision()).command();
  }

  private static String shown(ClusterFixture fixture, Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(condition -> condition.type() == type)
        .map(Condition::message)
        .findFirst()
        .orElse("");
  }

  @Test
  @Guards({"ANSWER_TERMINATION_HOOK", "LEAVE_BEFORE_TERMINATION"})
  void aMemberIsHeldAndToldToLeaveAndThenItsTerminationGoesOn() {
    ClusterFixture fixture = held(3);
    Plan first = fixture.plan();
    assertThat(first.decision()).isInstanceOf(ExtendHook.class);
    assertThat(first.decision().effect())
        .contains(new CloudEffect.ExtendHook(fixture.spec.group(), "quorate-terminate", HELD));
    assertThat(first.status().phase()).isEqualTo(Phase.CHANGING);
    fixture.status = first.status();

    Command leave = told(fixture);
    assertThat(leave).isInstanceOf(LeaveCluster.class);
    assertThat(leave.header().executor()).isEqualTo(HELD);
    assertThat(((LeaveCluster) leave).member()).isEqualTo(fixture.member("i-3"));

    fixture.left("i-3");
    answered(fixture, "i-3", "HELD_NON_MEMBER");
    assertThat(fixture.plan().heartbeatEvidence()).containsOnlyKeys(HELD);
  }

  @Test
  @Guards("ANSWER_TERMINATION_HOOK")
  void itsLeaveIsClosedBeforeItsTerminationGoesOn() {
    ClusterFixture fixture = extended(held(3)).open(CommandKind.LEAVE, "i-3");
    fixture.left("i-3");
    notAnswered(fixture);
    fixture.answer("i-3", Outcome.Result.DONE);
    Plan closes = fixture.plan();
    assertThat(closes.decision()).extracting(Decision::code).isEqualTo("CLOSE_OPERATION");
    fixture.status = closes.status();
    answered(fixture, "i-3", "HELD_NON_MEMBER");
  }

  @Test
  void theLeaderLeavesToo() {
    ClusterFixture fixture =
        extended(ClusterFixture.healthy(3).knowsLeave().heldTermination("i-1"));
    assertThat(told(fixture).header().executor()).isEqualTo(new InstanceId("i-1"));
  }

  @Test
  @Guards({"LEAVE_BEFORE_TERMINATION", "TERMINATION_HELD"})
  void theOnlyMemberStaysUntilItsReplacementVotes() {
    ClusterFixture fixture = extended(held(1));
    Plan waits = fixture.plan();
    assertThat(waits.decision()).isInstanceOf(NoOp.class);
    assertThat(waits.decision().reason().code()).isEqualTo("HELD_MEMBER_WAITS");
    assertThat(shown(fixture, Condition.Type.TERMINATION_HELD))
        .contains("i-1 (only 0 healthy voters would stay")
        .contains("its wait ends by 2026-01-03T04:04:05Z");

    fixture.launch("i-2");
    Command join = told(fixture);
    assertThat(join).isInstanceOf(JoinCluster.class);
    assertThat(join.header().executor()).isEqualTo(new InstanceId("i-2"));
  }

  @Test
  void onceItsReplacementVotesTheOnlyMemberLeaves() {
    ClusterFixture fixture = ClusterFixture.healthy(2).knowsLeave().heldTermination("i-1");
    fixture.desired = 1;
    Command leave = told(extended(fixture));
    assertThat(leave).isInstanceOf(LeaveCluster.class);
    assertThat(leave.header().executor()).isEqualTo(new InstanceId("i-1"));
  }

  @Test
  void oneOfTwoStaysUntilItsReplacementVotes() {
    ClusterFixture fixture = extended(held(2));
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("HELD_MEMBER_WAITS");
  }

  @Test
  @Guards("LEAVE_BEFORE_TERMINATION")
  void aMemberStaysWhileAnotherVoterIsDown() {
    ClusterFixture fixture = extended(held(3));
    fixture.node("i-2").quorumProven = false;
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(shown(fixture, Condition.Type.TERMINATION_HELD)).contains("1 healthy voters");
  }

  @Test
  @Guards("LEAVE_BEFORE_TERMINATION")
  void ofTwoThatAreTerminatedAtOnceNeitherLeavesBeforeReplacementsVote() {
    ClusterFixture fixture = ClusterFixture.healthy(3).knowsLeave();
    extended(fixture.heldTermination("i-2").heldTermination("i-3"));
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("HELD_MEMBER_WAITS");
    fixture.launch("i-4");
    assertThat(told(fixture)).isInstanceOf(JoinCluster.class);
  }

  @Test
  void anAgentThatDoesNotKnowLeaveIsNotTold() {
    ClusterFixture fixture = extended(held(3));
    fixture.node("i-3").report = NodeReport.NOTHING;
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(shown(fixture, Condition.Type.TERMINATION_HELD)).contains("upgrade it");
  }

  @Test
  void nobodyLeavesWhileTheFleetBreakerIsOn() {
    ClusterFixture fixture = extended(held(3));
    fixture.fleet = ClusterFixture.fleet(4, 3);
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    fixture.left("i-3");
    notAnswered(fixture);
  }

  @Test
  void aNonMemberGoesAtOnce() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.launch("i-4");
    answered(fixture.heldTermination("i-4"), "i-4", "HELD_NON_MEMBER");
  }

  @Test
  void oneThatNeverRegisteredGoesAtOnce() {
    answered(ClusterFixture.healthy(3).heldTermination("i-9"), "i-9", "HELD_NON_MEMBER");
  }

  @Test
  void nobodyGoesAsANonMemberByAnOlderList() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.status = fixture.plan().status();
    fixture.launch("i-4");
    fixture.heldTermination("i-4");
    fixture.status =
        fixture.status.withProven(
            fixture.status.proven().map(proven -> proven.without(fixture.member("i-3"))));
    fixture.node("i-1").watermark = 9_000;
    notAnswered(fixture);
  }

  @Test
  void whoseDataIsWholeIsHeardFirstThoughItIsNotListed() {
    ClusterFixture fixture = held(3);
    fixture.listed.removeIf(entry -> entry.name().equals("i-3"));
    fixture.node("i-3").answering = false;
    notAnswered(fixture);
    fixture.data("i-3", DataState.REMOVED);
    answered(fixture, "i-3", "HELD_NON_MEMBER");
  }

  @Test
  @Guards("CANCEL_HELD_JOIN")
  void aJoinerIsCancelledBeforeItsTerminationGoesOn() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.launch("i-4");
    fixture.open(CommandKind.JOIN, "i-4").heldTermination("i-4");
    Plan plan = fixture.plan();
    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("CANCEL_OPERATION");
    assertThat(plan.decision().reason().code()).isEqualTo("JOINER_TERMINATING");
    fixture.status = plan.status();
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void aSilentMemberGoesOnceTheOthersWereAQuorumForLongEnough() {
    ClusterFixture fixture = extended(held(3)).silence("i-3");
    Duration grace = fixture.spec.timings().silentGrace();
    fixture.node("i-3").stillFor = grace.minusSeconds(1);
    notAnswered(fixture);
    fixture.node("i-3").stillFor = grace;
    answered(fixture, "i-3", "HELD_SILENT");
  }

  @Test
  @Guards("ANSWER_TERMINATION_HOOK")
  void aSilentMemberStaysWhereTheOthersAreNoQuorumOfAllListed() {
    ClusterFixture two = extended(held(2)).silence("i-2");
    notAnswered(two);
    ClusterFixture three = extended(held(3)).silence("i-3");
    three.node("i-2").quorumProven = false;
    notAnswered(three);
  }

  @Test
  @Guards("ANSWER_TERMINATION_HOOK")
  void aSilentMemberStaysWhileTheGroupTerminatesAnotherVoter() {
    ClusterFixture fixture = extended(held(3)).silence("i-3");
    fixture.lifecycles.put(new InstanceId("i-2"), "Terminating:Proceed");
    notAnswered(fixture);
  }

  @Test
  void aSilentMemberStaysWhileAnotherTerminationIsAskedFor() {
    ClusterFixture fixture =
        extended(ClusterFixture.healthy(5).knowsLeave().heldTermination("i-3"));
    fixture.silence("i-3");
    Termination asked =
        Termination.decided(new InstanceId("i-5"), "test", fixture.now).asked(fixture.now);
    fixture.status = fixture.status.withTerminations(List.of(asked));
    notAnswered(fixture);
  }

  @Test
  void aSilentMemberStaysWhileTheFleetBreakerIsOn() {
    ClusterFixture fixture = extended(held(3)).silence("i-3");
    fixture.fleet = ClusterFixture.fleet(4, 3);
    notAnswered(fixture);
  }

  @Test
  void aRecordedTerminationGoesOnWhileTheOthersAreAQuorum() {
    ClusterFixture fixture = extended(held(3));
    Termination asked = Termination.decided(HELD, "it hangs", fixture.now).asked(fixture.now);
    fixture.status = fixture.status.withTerminations(List.of(asked));
    answered(fixture, "i-3", "HELD_AS_RECORDED");
    fixture.node("i-2").quorumProven = false;
    notAnswered(fixture);
  }

  @Test
  void whatEc2ShowsTerminatedGoesWithoutAQuorum() {
    ClusterFixture fixture = held(3);
    fixture.instances.put(HELD, InstanceState.TERMINATED);
    fixture.silence("i-1").silence("i-2").silence("i-3");
    answered(fixture, "i-3", "HELD_TERMINATED");
    assertThat(fixture.plan().heartbeatEvidence()).isEmpty();
  }

  @Test
  @Guards({"ANSWER_TERMINATION_HOOK", "EXTEND_TERMINATION_HOOK", "TERMINATION_HELD"})
  void withoutAQuorumAVoterIsHeld() {
    ClusterFixture fixture = held(3);
    fixture.actors.values().forEach(node -> node.quorumProven = false);
    assertThat(fixture.plan().decision()).isInstanceOf(ExtendHook.class);
    assertThat(shown(extended(fixture), Condition.Type.TERMINATION_HELD))
        .contains("no quorum tells who is a member");
    fixture.silence("i-3");
    notAnswered(fixture);
  }

  @Test
  void beforeTheBootstrapEverybodyGoes() {
    answered(ClusterFixture.registered(2).heldTermination("i-2"), "i-2", "HELD_BEFORE_BOOTSTRAP");
  }

  @Test
  void whileABootstrapIsRecordedAndNotFinalEverybodyIsHeld() {
    ClusterFixture fixture = held(3);
    fixture.lineage =
        io.quorate.state.Lineage.unbootstrapped(ClusterFixture.UID)
            .committing(fixture.lineage.bootstrap().orElseThrow());
    fixture.actors.values().forEach(node -> node.answering = false);
    notAnswered(fixture);
  }

  @Test
  void onceItIsAnsweredItIsNeverJoinedThoughAListingShowsItInService() {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    fixture.launch("i-4");
    fixture.heldTermination("i-4");
    fixture.status = fixture.plan().status();
    fixture.desired = 4;
    fixture.waits.clear();
    fixture.lifecycles.put(new InstanceId("i-4"), "InService");
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().group().ends(new InstanceId("i-4"))).isTrue();

    fixture.terminate("i-4");
    assertThat(fixture.plan().status().group().hooks()).isEmpty();
  }

  @Test
  void anAnswerAboutAnInstanceThatEc2HasForgottenIsDroppedAfterAnHour() {
    ClusterFixture fixture = ClusterFixture.healthy(3).heldTermination("i-9");
    fixture.status = fixture.plan().status();
    fixture.waits.clear();
    fixture.lifecycles.remove(new InstanceId("i-9"));
    fixture.after(Duration.ofHours(1));
    assertThat(fixture.plan().status().group().hooks()).hasSize(1);
    fixture.after(Duration.ofSeconds(1));
    assertThat(fixture.plan().status().group().hooks()).isEmpty();
  }

  @Test
  @Guards("ANSWER_TERMINATION_HOOK")
  void itIsSentAgainOnlyOnEvidenceThatStillHolds() {
    ClusterFixture fixture = extended(held(3)).silence("i-3");
    Plan plan = fixture.plan();
    fixture.status = plan.status();
    notAnswered(fixture);
    fixture.after(Duration.ofSeconds(10));
    answered(fixture, "i-3", "HELD_SILENT");
    fixture.node("i-2").quorumProven = false;
    notAnswered(fixture);
  }

  @Test
  void anotherHooksWaitIsNobodysBusiness() {
    ClusterFixture fixture = ClusterFixture.healthy(3).knowsLeave();
    fixture.lifecycles.put(HELD, "Terminating:Wait");
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(Optional.of(plan.status().group().hooks())).contains(List.of());
  }
}
