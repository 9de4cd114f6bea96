package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.RemoveMember;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.plan.membership.JoinAndHungRulesTest;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A recorded termination: performed, never taken back, told of when it cannot be. */
class PerformTerminationTest {
  private static final InstanceId HUNG = new InstanceId("i-3");

  private static ClusterFixture recorded() {
    ClusterFixture fixture = JoinAndHungRulesTest.hung();
    fixture.status = fixture.plan().status();
    return fixture;
  }

  @Test
  @Guards("PERFORM_TERMINATION")
  void aRecordedTerminationIsPerformedUntilItHasBegunAndNothingElseBegins() {
    ClusterFixture fixture = recorded();

    assertThat(fixture.plan().decision()).isInstanceOf(TerminateInstance.class);
    fixture.instances.put(HUNG, InstanceState.SHUTTING_DOWN);
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
  }

  @Test
  void whatListingsDoNotShowYetIsAskedForAgainOnlyAfterAWhile() {
    ClusterFixture fixture = recorded();
    fixture.status = fixture.plan().status();

    assertThat(fixture.plan().decision().reason().code()).isEqualTo("TERMINATION_UNDER_WAY");
    assertThat(fixture.after(Duration.ofSeconds(9)).plan().decision()).isInstanceOf(NoOp.class);
    assertThat(fixture.after(Duration.ofSeconds(1)).plan().decision())
        .isInstanceOf(TerminateInstance.class);
  }

  @Test
  void aClockThatIsFarOffDelaysNoTermination() {
    ClusterFixture fixture = recorded().after(Duration.ofHours(1));
    fixture.status = fixture.plan().status();

    assertThat(fixture.after(Duration.ofHours(-1)).plan().decision())
        .isInstanceOf(TerminateInstance.class);
  }

  @Test
  void whatATerminationHookHoldsIsNotTerminatedAgainAtEachTurn() {
    ClusterFixture fixture = recorded();
    fixture.lifecycles.put(HUNG, "Terminating:Wait");

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(fixture.plan().status().terminating(HUNG)).isTrue();
  }

  @Test
  void aRecordedTerminationIsNeverTakenBackThoughTheNodeSpeaksAgain() {
    ClusterFixture fixture = recorded();
    fixture.node("i-3").stillFor = Duration.ZERO;
    fixture.inactive("i-3", Duration.ZERO);

    assertThat(fixture.plan().decision()).isInstanceOf(TerminateInstance.class);
  }

  @Test
  void aVoterThatTheQuorumNeedsStaysUntilTheOthersAreOne() {
    ClusterFixture fixture = recorded();
    fixture.node("i-3").stillFor = Duration.ZERO;
    fixture.inactive("i-3", Duration.ZERO).data("i-2", DataState.LOST);

    assertThat(fixture.plan().decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("MEMBER_DEAD");
    assertThat(blocked(fixture))
        .hasValueSatisfying(why -> assertThat(why).contains("i-3", "quorum"));

    fixture.data("i-2", DataState.INTACT);
    assertThat(fixture.plan().decision()).isInstanceOf(TerminateInstance.class);
  }

  @Test
  void aVoterThatStaysListedIsCountedAmongThoseWhoseQuorumMustRemain() {
    ClusterFixture fixture = recorded();
    fixture.node("i-3").stillFor = Duration.ZERO;
    fixture.inactive("i-3", Duration.ZERO).terminate("i-2");
    fixture.listed.removeIf(entry -> entry.name().equals("i-2"));

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(blocked(fixture))
        .hasValueSatisfying(why -> assertThat(why).contains("i-3", "quorum"));
  }

  @Test
  @Guards("PERFORM_TERMINATION")
  void aVoterThatVotesOnInMemoryCountsWhateverItsDataAndIsRemovedFirst() {
    ClusterFixture fixture = recorded();
    fixture.data("i-3", DataState.LOST).terminate("i-2");
    fixture.listed.removeIf(entry -> entry.name().equals("i-2"));

    StartCommand first = (StartCommand) fixture.plan().decision();
    assertThat(((RemoveMember) first.command()).target()).isEqualTo(fixture.member("i-3"));

    fixture.listed.removeIf(entry -> entry.name().equals("i-3"));
    assertThat(fixture.plan().decision()).isInstanceOf(TerminateInstance.class);
  }

  @Test
  void theAskingRestsOnTheNodeItselfAndOnAllHealthyVoters() {
    assertThat(recorded().plan().heartbeatEvidence().keySet())
        .containsExactlyInAnyOrder(new InstanceId("i-1"), new InstanceId("i-2"), HUNG);
  }

  @Test
  void whatAutoScalingDoesNotAcceptIsToldOfAndAskedForEachMinuteAndHoldsUpNobody() {
    ClusterFixture fixture = recorded();
    fixture.status = fixture.plan().status();
    fixture.status =
        fixture.status.withTerminations(
            List.of(
                fixture.status.terminations().getFirst().answered(Optional.of("access denied"))));

    assertThat(fixture.after(Duration.ofSeconds(59)).plan().decision())
        .isInstanceOfSatisfying(
            NoOp.class,
            rest -> assertThat(rest.reason().code()).isNotEqualTo("TERMINATION_UNDER_WAY"));
    assertThat(blocked(fixture))
        .hasValueSatisfying(why -> assertThat(why).contains("i-3", "access denied"));
    assertThat(fixture.after(Duration.ofSeconds(1)).plan().decision())
        .isInstanceOf(TerminateInstance.class);
    fixture.instances.put(HUNG, InstanceState.SHUTTING_DOWN);
    assertThat(blocked(fixture)).as("it was accepted after all").isEmpty();
  }

  @Test
  void withoutAQuorumNothingIsTerminatedThatMayHoldWhatNobodyElseHas() {
    ClusterFixture fixture = recorded();
    fixture.node("i-1").quorumProven = false;
    fixture.node("i-2").quorumProven = false;

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(blocked(fixture)).isPresent();
  }

  @Test
  @Guards("TERMINATION_BLOCKED")
  void whatWasDetachedIsNotAskedForAtEachTurnButToldOf() {
    ClusterFixture fixture = recorded();
    fixture.lifecycles.remove(HUNG);

    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(blocked(fixture)).as("the listings may not agree yet").isEmpty();
    fixture.after(Duration.ofMinutes(3));
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(blocked(fixture))
        .hasValueSatisfying(why -> assertThat(why).contains("i-3", "attach"));

    fixture.instances.put(HUNG, InstanceState.SHUTTING_DOWN);
    assertThat(blocked(fixture)).isEmpty();
  }

  @Test
  void whileTheGroupCannotBeReadItIsAskedForAllTheSame() {
    ClusterFixture fixture = recorded().after(Duration.ofMinutes(3));
    fixture.groupInstead = Optional.of(new GroupView.Unknown("throttled"));

    assertThat(fixture.plan().decision()).isInstanceOf(TerminateInstance.class);
    assertThat(blocked(fixture)).isEmpty();
  }

  @Test
  void anIntentIsStruckOffOnceEc2HasForgottenItsInstance() {
    ClusterFixture fixture = recorded();
    fixture.lifecycles.remove(HUNG);
    fixture.instances.remove(HUNG);
    fixture.records = fixture.records.withUnknownToEc2(Set.of(HUNG));
    fixture.after(Duration.ofMinutes(59));
    assertThat(fixture.plan().status().terminating(HUNG)).as("a listing may leave it out").isTrue();

    fixture.after(Duration.ofMinutes(2));
    assertThat(fixture.plan().status().terminating(HUNG)).isFalse();
    assertThat(fixture.plan().status().terminated(HUNG)).as("that was never seen").isFalse();
  }

  @Test
  void anIntentStandsWhileEc2KnowsTheInstanceOrNobody() {
    ClusterFixture running = recorded().after(Duration.ofHours(2));
    running.lifecycles.remove(HUNG);
    ClusterFixture silent = recorded().after(Duration.ofHours(2));
    silent.lifecycles.remove(HUNG);
    silent.instances.clear();
    ClusterFixture kept = recorded().after(Duration.ofHours(2));
    kept.instances.remove(HUNG);

    assertThat(running.plan().status().terminating(HUNG)).isTrue();
    assertThat(silent.plan().status().terminating(HUNG)).isTrue();
    assertThat(kept.plan().status().terminating(HUNG)).isTrue();
  }

  private static Optional<String> blocked(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.TERMINATION_BLOCKED)
        .map(Condition::message)
        .findFirst();
  }
}
