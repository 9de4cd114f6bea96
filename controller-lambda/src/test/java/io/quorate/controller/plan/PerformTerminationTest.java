package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.instruction.RemoveMember;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A recorded termination: performed, never taken back, told of when it cannot be. */
class PerformTerminationTest {
  private static final InstanceId HUNG = new InstanceId("i-3");

  private static Scene recorded() {
    Scene scene = JoinAndHungRulesTest.hung();
    scene.status = scene.plan().status();
    return scene;
  }

  @Test
  void aRecordedTerminationIsPerformedUntilItHasBegunAndNothingElseBegins() {
    Scene scene = recorded();

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Terminate.class);
    scene.instances.put(HUNG, InstanceState.SHUTTING_DOWN);
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
  }

  @Test
  void whatListingsDoNotShowYetIsAskedForAgainOnlyAfterAWhile() {
    Scene scene = recorded();
    scene.status = scene.plan().status();

    assertThat(scene.plan().decision().reason().code()).isEqualTo("TERMINATION_UNDER_WAY");
    assertThat(scene.after(Duration.ofSeconds(9)).plan().decision())
        .isInstanceOf(Decision.Rest.class);
    assertThat(scene.after(Duration.ofSeconds(1)).plan().decision())
        .isInstanceOf(Decision.Terminate.class);
  }

  @Test
  void aClockThatIsFarOffDelaysNoTermination() {
    Scene scene = recorded().after(Duration.ofHours(1));
    scene.status = scene.plan().status();

    assertThat(scene.after(Duration.ofHours(-1)).plan().decision())
        .isInstanceOf(Decision.Terminate.class);
  }

  @Test
  void whatATerminationHookHoldsIsNotTerminatedAgainAtEachTurn() {
    Scene scene = recorded();
    scene.lifecycles.put(HUNG, "Terminating:Wait");

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
    assertThat(scene.plan().status().terminating(HUNG)).isTrue();
  }

  @Test
  void aRecordedTerminationIsNeverTakenBackThoughTheNodeSpeaksAgain() {
    Scene scene = recorded();
    scene.node("i-3").stillFor = Duration.ZERO;
    scene.inactive("i-3", Duration.ZERO);

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Terminate.class);
  }

  @Test
  void aVoterThatTheQuorumNeedsStaysUntilTheOthersAreOne() {
    Scene scene = recorded();
    scene.node("i-3").stillFor = Duration.ZERO;
    scene.inactive("i-3", Duration.ZERO).data("i-2", DataState.LOST);

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Issue.class);
    assertThat(scene.plan().decision().reason().code()).isEqualTo("MEMBER_DEAD");
    assertThat(blocked(scene)).hasValueSatisfying(why -> assertThat(why).contains("i-3", "quorum"));

    scene.data("i-2", DataState.INTACT);
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Terminate.class);
  }

  @Test
  void aVoterThatStaysListedIsCountedAmongThoseWhoseQuorumMustRemain() {
    Scene scene = recorded();
    scene.node("i-3").stillFor = Duration.ZERO;
    scene.inactive("i-3", Duration.ZERO).terminate("i-2");
    scene.listed.removeIf(entry -> entry.name().equals("i-2"));

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
    assertThat(blocked(scene)).hasValueSatisfying(why -> assertThat(why).contains("i-3", "quorum"));
  }

  @Test
  void aVoterThatVotesOnInMemoryCountsWhateverItsDataAndIsRemovedFirst() {
    Scene scene = recorded();
    scene.data("i-3", DataState.LOST).terminate("i-2");
    scene.listed.removeIf(entry -> entry.name().equals("i-2"));

    Decision.Issue first = (Decision.Issue) scene.plan().decision();
    assertThat(((RemoveMember) first.instruction()).target()).isEqualTo(scene.member("i-3"));

    scene.listed.removeIf(entry -> entry.name().equals("i-3"));
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Terminate.class);
  }

  @Test
  void theAskingRestsOnTheNodeItselfAndOnAllHealthyVoters() {
    assertThat(recorded().plan().reliedOn().keySet())
        .containsExactlyInAnyOrder(new InstanceId("i-1"), new InstanceId("i-2"), HUNG);
  }

  @Test
  void whatAutoScalingDoesNotAcceptIsToldOfAndAskedForEachMinuteAndHoldsUpNobody() {
    Scene scene = recorded();
    scene.status = scene.plan().status();
    scene.status =
        scene.status.withTerminations(
            List.of(scene.status.terminations().getFirst().answered(Optional.of("access denied"))));

    assertThat(scene.after(Duration.ofSeconds(59)).plan().decision())
        .isInstanceOfSatisfying(
            Decision.Rest.class,
            rest -> assertThat(rest.reason().code()).isNotEqualTo("TERMINATION_UNDER_WAY"));
    assertThat(blocked(scene))
        .hasValueSatisfying(why -> assertThat(why).contains("i-3", "access denied"));
    assertThat(scene.after(Duration.ofSeconds(1)).plan().decision())
        .isInstanceOf(Decision.Terminate.class);
    scene.instances.put(HUNG, InstanceState.SHUTTING_DOWN);
    assertThat(blocked(scene)).as("it was accepted after all").isEmpty();
  }

  @Test
  void withoutAQuorumNothingIsTerminatedThatMayHoldWhatNobodyElseHas() {
    Scene scene = recorded();
    scene.node("i-1").quorumProven = false;
    scene.node("i-2").quorumProven = false;

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
    assertThat(blocked(scene)).isPresent();
  }

  @Test
  void whatWasDetachedIsNotAskedForAtEachTurnButToldOf() {
    Scene scene = recorded();
    scene.lifecycles.remove(HUNG);

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
    assertThat(blocked(scene)).as("the listings may not agree yet").isEmpty();
    scene.after(Duration.ofMinutes(3));
    assertThat(scene.plan().decision()).isInstanceOf(Decision.Rest.class);
    assertThat(blocked(scene)).hasValueSatisfying(why -> assertThat(why).contains("i-3", "attach"));

    scene.instances.put(HUNG, InstanceState.SHUTTING_DOWN);
    assertThat(blocked(scene)).isEmpty();
  }

  @Test
  void whileTheGroupCannotBeReadItIsAskedForAllTheSame() {
    Scene scene = recorded().after(Duration.ofMinutes(3));
    scene.groupInstead = Optional.of(new GroupView.Unknown("throttled"));

    assertThat(scene.plan().decision()).isInstanceOf(Decision.Terminate.class);
    assertThat(blocked(scene)).isEmpty();
  }

  @Test
  void anIntentIsStruckOffOnceEc2HasForgottenItsInstance() {
    Scene scene = recorded();
    scene.lifecycles.remove(HUNG);
    scene.instances.remove(HUNG);
    scene.after(Duration.ofMinutes(59));
    assertThat(scene.plan().status().terminating(HUNG)).as("a listing may leave it out").isTrue();

    scene.after(Duration.ofMinutes(2));
    assertThat(scene.plan().status().terminating(HUNG)).isFalse();
    assertThat(scene.plan().status().terminated(HUNG)).as("that was never seen").isFalse();
  }

  @Test
  void anIntentStandsWhileEc2KnowsTheInstanceOrNobody() {
    Scene running = recorded().after(Duration.ofHours(2));
    running.lifecycles.remove(HUNG);
    Scene silent = recorded().after(Duration.ofHours(2));
    silent.lifecycles.remove(HUNG);
    silent.instances.clear();
    Scene kept = recorded().after(Duration.ofHours(2));
    kept.instances.remove(HUNG);

    assertThat(running.plan().status().terminating(HUNG)).isTrue();
    assertThat(silent.plan().status().terminating(HUNG)).isTrue();
    assertThat(kept.plan().status().terminating(HUNG)).isTrue();
  }

  private static Optional<String> blocked(Scene scene) {
    return scene.plan().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.TERMINATION_BLOCKED)
        .map(Condition::message)
        .findFirst();
  }
}
