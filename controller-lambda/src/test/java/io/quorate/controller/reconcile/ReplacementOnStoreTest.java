package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.InstanceTerminator;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.plan.instances.ReplaceTerminatedInstanceTest;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Termination;
import org.junit.jupiter.api.Test;

/** The group is asked to let a dead instance go only once that stands in the table. */
class ReplacementOnStoreTest {
  private static final InstanceId DEAD = new InstanceId("i-3");
  private final StoreStage stage = StoreStage.of(ReplaceTerminatedInstanceTest.dead());

  @Test
  @Guards("RequestReplacement")
  void oneTurnRequestsAReplacementAndRemovesTheMember() {
    stage.terminator =
        instance -> {
          assertThat(intent().askedAt()).contains(stage.now);
          return accepted(instance);
        };

    TurnResult result = stage.turn();

    assertThat(stage.terminated).containsExactly(DEAD);
    assertThat(result)
        .isInstanceOfSatisfying(
            TurnResult.Settled.class,
            settled ->
                assertThat(settled.decisions())
                    .containsExactly(
                        "REQUEST_REPLACEMENT:TERMINATED_IN_GROUP",
                        "ISSUE_INSTRUCTION:MEMBER_DEAD"));
  }

  @Test
  void aFailureIsRememberedAndTheMemberRemovedInTheSameTurn() {
    stage.terminator =
        instance -> {
          throw new CloudUnavailableException("access denied", new IllegalStateException());
        };

    stage.turn();

    assertThat(intent().failure()).contains("access denied");
    assertThat(stage.status().operation()).isPresent();
    stage.terminator = this::accepted;
    stage.now = stage.now.plusSeconds(60);
    stage.turn();
    assertThat(stage.terminated).containsExactly(DEAD);
    assertThat(intent().failure()).isEmpty();
  }

  @Test
  @Guards("RequestReplacement")
  void whoStoodStillUntilItsTimeWasUpAsksNoMore() {
    stage.turn(
        seen -> {
          stage.now = stage.now.plus(Turn.LEASE);
          return new Planner().plan(seen);
        });

    assertThat(stage.terminated).isEmpty();
  }

  private InstanceTerminator.Termination accepted(InstanceId instance) {
    stage.terminated.add(instance);
    return InstanceTerminator.Termination.ACCEPTED;
  }

  private Termination intent() {
    return stage.status().replacementRequests().getFirst();
  }
}
