package io.quorate.controller.plan.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.LeaveCluster;
import io.quorate.command.RemoveMember;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.recovery.RecoveryChoice;
import io.quorate.controller.plan.recovery.RecoveryProposal;
import io.quorate.controller.plan.voters.QuorumLoss;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.Condition;
import io.quorate.state.MemberEntry;
import io.quorate.state.PeerView;
import io.quorate.state.PeerView.Contact;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A voter that somebody added by hand: named at once, removed only when it never started. */
class UnstartedVotersTest {
  private static final MemberId GHOST = new MemberId(0x99);
  private static final Set<InstanceId> LOST = Set.of(new InstanceId("i-3"));
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  UnstartedVotersTest() {
    listed("");
    seen(1_000, false, Contact.NEVER);
  }

  private void listed(String name) {
    fixture.listed.removeIf(entry -> entry.id().equals(GHOST));
    fixture.listed.add(new MemberEntry(GHOST, name, List.of("http://10.9.9.9:2380"), false));
  }

  /** What every voter sees of it. */
  private void seen(long silentMillis, boolean connected, Contact contact) {
    fixture
        .actors
        .values()
        .forEach(
            node ->
                node.unstarted =
                    Optional.of(new PeerView(GHOST, silentMillis, connected, contact)));
  }

  private Plan turn() {
    Plan plan = fixture.plan();
    fixture.status = plan.status();
    return plan;
  }

  /** The turn in which it was first seen, and time until the deadline has passed. */
  private Plan afterTheDeadline() {
    turn();
    fixture.after(DEADLINE.plusSeconds(1));
    seen(DEADLINE.toMillis(), false, Contact.NEVER);
    return turn();
  }

  private static Optional<String> told(Plan plan) {
    return plan.status().conditions().stream()
        .filter(condition -> condition.type() == Condition.Type.MEMBER_NEVER_STARTED)
        .map(Condition::message)
        .findFirst();
  }

  @Test
  @Guards("MEMBER_NEVER_STARTED")
  void tellsOfItInTheFirstTurnWithTheCommandThatRemovesIt() {
    Plan plan = turn();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(told(plan).orElseThrow())
        .contains("etcdctl member remove 99", "http://10.9.9.9:2380")
        .contains("writes need 3 of 4 voters, and 3 serve")
        .contains("it may still start until 2026-01-02T03:14:05Z");
  }

  @Test
  @Guards("REMOVE_UNSTARTED_VOTER")
  void removesItOnceTheDeadlineHasPassedOnlyWhileItHasNoName() {
    StartCommand start = (StartCommand) afterTheDeadline().decision();

    RemoveMember remove = (RemoveMember) start.command();
    assertThat(remove.target()).isEqualTo(GHOST);
    assertThat(remove.onlyUnstarted()).isTrue();
    assertThat(start.reason().code()).isEqualTo("VOTER_NEVER_STARTED");
  }

  @Test
  void leavesOneThatWasSeenListedForLessThanTheDeadline() {
    turn();
    fixture.after(DEADLINE.minusSeconds(1));
    seen(DEADLINE.toMillis(), false, Contact.NEVER);

    assertThat(turn().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void leavesOneThatTheLeaderHasNotMissedForTheWholeDeadline() {
    turn();
    fixture.after(Duration.ofHours(1));
    seen(DEADLINE.toMillis() - 1, false, Contact.NEVER);
    assertThat(turn().decision()).isInstanceOf(NoOp.class);

    seen(DEADLINE.toMillis(), true, Contact.NEVER);
    assertThat(turn().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void leavesOneOfWhichASingleVoterDoesNotSayThatItNeverHeardIt() {
    turn();
    fixture.after(Duration.ofHours(1));
    seen(DEADLINE.toMillis(), false, Contact.NEVER);
    fixture.node("i-3").unstarted =
        Optional.of(new PeerView(GHOST, DEADLINE.toMillis(), false, Contact.UNKNOWN));

    Plan plan = turn();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(told(plan).orElseThrow()).contains("i-3 does not say that it never heard from it");
  }

  @Test
  void neverRemovesOneThatWasMerelySlowAndDiedSince() {
    turn();
    fixture.node("i-2").unstarted = Optional.of(new PeerView(GHOST, 1, true, Contact.HEARD));
    fixture.after(Duration.ofMinutes(1));
    turn();

    Plan plan = afterTheDeadline();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(told(plan).orElseThrow()).contains("a voter has heard from it");
    assertThat(plan.status().data().neverStarted(GHOST)).isFalse();
  }

  @Test
  void leavesOneThatHasANameByNow() {
    turn();
    fixture.after(Duration.ofHours(1));
    seen(DEADLINE.toMillis(), false, Contact.NEVER);
    listed("ghost");

    Plan plan = turn();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().data().unstarted()).isEmpty();
  }

  @Test
  void leavesItWhileTheFleetBreakerIsOn() {
    fixture.fleet = ClusterFixture.fleet(3, 3);

    assertThat(afterTheDeadline().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void leavesAMemberOfANodeThatHasNotPublishedItsName() {
    fixture.listed.clear();
    fixture.actors.values().forEach(node -> fixture.listed.add(unnamed(node)));

    Plan plan = afterTheDeadline();

    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.status().data().unstarted()).isEmpty();
  }

  private static MemberEntry unnamed(NodeFixture node) {
    return new MemberEntry(
        ClusterFixture.memberOf(node), "", List.of(node.endpoints().peerUrl()), false);
  }

  @Test
  void mayHoldDataWhileItIsNotProvedThatItNeverStarted() {
    turn();
    withoutQuorum();

    assertThat(QuorumLoss.without(state(), LOST)).isFalse();
    assertThat(FenceSet.of(state()).gaps()).anyMatch(gap -> gap.contains("member 99 is listed"));
  }

  @Test
  void isNoHolderAndALostVoterOnceItIsProvedThatItNeverStarted() {
    fixture.fleet = ClusterFixture.fleet(3, 3);
    afterTheDeadline();
    withoutQuorum();

    assertThat(QuorumLoss.without(state(), LOST)).isTrue();
    assertThat(FenceSet.of(state()).gaps()).noneMatch(gap -> gap.contains("member 99"));
  }

  @Test
  void mayHoldDataAgainOnceARowSaysThatItWasHeard() {
    afterTheDeadline();
    fixture.node("i-1").unstarted = Optional.of(new PeerView(GHOST, 1, true, Contact.HEARD));
    turn();
    withoutQuorum();

    assertThat(FenceSet.of(state()).gaps()).anyMatch(gap -> gap.contains("member 99 is listed"));
  }

  @Test
  void canBeGivenUpByTheApprovalThatNamesIt() {
    turn();
    withoutQuorum();

    assertThat(objections(RecoveryChoice.NONE))
        .anyMatch(why -> why.contains("add --accept-lost-member 99"));
    assertThat(objections(givingUp(GHOST)))
        .noneMatch(why -> why.contains("99"))
        .noneMatch(why -> why.contains("leave a quorum of the voters"));
    assertThat(objections(givingUp(new MemberId(0x77))))
        .anyMatch(why -> why.contains("77 is no listed voter without an instance"));
    assertThat(RecoveryProposal.of(state(), givingUp(GHOST)).hash())
        .isNotEqualTo(RecoveryProposal.of(state(), RecoveryChoice.NONE).hash());
  }

  @Test
  void cannotBeGivenUpWhereThoseGivenUpCouldServeByThemselves() {
    MemberId other = new MemberId(0x98);
    MemberId third = new MemberId(0x97);
    for (MemberId more : List.of(other, third)) {
      fixture.listed.add(new MemberEntry(more, "by-hand-" + more, List.of("http://h:1"), false));
    }
    turn();
    withoutQuorum();

    assertThat(objections(givingUp(GHOST, other, third))).noneMatch(UnstartedVotersTest::aQuorum);
    fixture.status =
        fixture.status.withProven(
            fixture.status.proven().map(list -> list.without(fixture.member("i-1"))));
    assertThat(objections(givingUp(GHOST, other, third))).anyMatch(UnstartedVotersTest::aQuorum);
  }

  private static boolean aQuorum(String objection) {
    return objection.contains("are a quorum of the voters");
  }

  private static RecoveryChoice givingUp(MemberId... members) {
    return RecoveryChoice.of(
        new RecoveryChoice(Set.of(), Optional.empty(), false, Set.of(members)).arguments());
  }

  private List<String> objections(RecoveryChoice chosen) {
    return RecoveryProposal.of(state(), chosen).objections();
  }

  @Test
  void leavesALearnerThatSomebodyAddedUntilAMemberIsMissing() {
    learner("");
    Plan left = turn();

    assertThat(left.decision()).isInstanceOf(NoOp.class);
    assertThat(told(left).orElseThrow()).contains("etcdctl member remove 99");

    for (String name : List.of("", "mirror")) {
      learner(name);
      fixture.desired = 4;
      RemoveMember remove = (RemoveMember) ((StartCommand) fixture.plan().decision()).command();
      assertThat(remove.target()).isEqualTo(GHOST);
      assertThat(remove.onlyUnstarted()).isEqualTo(name.isEmpty());
      assertThat(remove.onlyLearner()).isEqualTo(!name.isEmpty());
    }
  }

  @Test
  void shrinksBesideALearnerThatSomebodyAdded() {
    fixture.knowsLeave();
    for (String name : List.of("", "mirror")) {
      learner(name);
      fixture.desired = 2;
      assertThat(((StartCommand) fixture.plan().decision()).command())
          .isInstanceOf(LeaveCluster.class);
    }
  }

  private void learner(String name) {
    fixture.listed.removeIf(entry -> entry.id().equals(GHOST));
    fixture.listed.add(new MemberEntry(GHOST, name, List.of("http://10.9.9.9:2380"), true));
  }

  private void withoutQuorum() {
    fixture.terminate("i-3");
    fixture
        .actors
        .values()
        .forEach(
            node -> {
              node.unstarted = Optional.empty();
              node.answering = false;
              node.quorumProven = false;
            });
  }

  private ClusterState state() {
    return ClusterStates.of(fixture.view());
  }
}
