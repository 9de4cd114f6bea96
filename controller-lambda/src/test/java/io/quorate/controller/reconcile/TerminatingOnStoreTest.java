package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.InstanceTerminator;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.view.ClusterView;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Termination;
import io.quorate.store.Keys;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A termination is asked for only once that stands in the table, and what came of it after. */
class TerminatingOnStoreTest {
  private static final InstanceId VICTIM = new InstanceId("i-3");
  private final StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));

  @Test
  @Guards("TerminateInstance")
  void thatItIsAskedForStandsInTheTableBeforeItIs() {
    stage.terminator =
        instance -> {
          assertThat(intent().askedAt()).contains(stage.now);
          return accepted(instance);
        };

    stage.turn(this::terminates);

    assertThat(stage.terminated).containsExactly(VICTIM);
  }

  @Test
  @Guards("TurnResult.Stale")
  void evidenceThatMovedIsNotActedOn() {
    TurnResult result =
        stage.turn(
            seen -> {
              Plan plan = terminates(seen);
              return plan.decision() instanceof TerminateInstance
                  ? new Plan(
                      plan.decision(),
                      plan.status(),
                      Map.of(VICTIM, new HeartbeatVersion("another", 1, false)))
                  : plan;
            });

    assertThat(result)
        .isEqualTo(new TurnResult.Stale(List.of(Keys.node(StoreStage.CLUSTER, VICTIM))));
    assertThat(stage.terminated).isEmpty();
    assertThat(intent().askedAt()).isEmpty();
  }

  @Test
  @Guards({"TerminateInstance", "TurnResult.OutOfTime"})
  void whoStoodStillUntilItsTimeWasUpAsksNoMore() {
    stage.turn(
        seen -> {
          Plan plan = terminates(seen);
          if (plan.decision() instanceof TerminateInstance) {
            stage.now = stage.now.plus(Turn.LEASE);
          }
          return plan;
        });

    assertThat(stage.terminated).isEmpty();
  }

  @Test
  void aFailureIsRememberedUntilItIsAccepted() {
    stage.terminator =
        instance -> {
          throw new CloudUnavailableException("access denied", new IllegalStateException());
        };
    stage.turn(this::terminates);
    assertThat(intent().failure()).contains("access denied");

    stage.terminator = this::accepted;
    stage.now = stage.now.plusSeconds(60);
    stage.turn(this::terminates);
    assertThat(stage.terminated).containsExactly(VICTIM);
    assertThat(intent().failure()).isEmpty();
  }

  private InstanceTerminator.Termination accepted(InstanceId instance) {
    stage.terminated.add(instance);
    return InstanceTerminator.Termination.ACCEPTED;
  }

  private Termination intent() {
    return stage.status().terminations().getFirst();
  }

  /** Intends, then asks once a moment, then rests. */
  private Plan terminates(ClusterView seen) {
    Optional<Termination> intent = seen.status().terminations().stream().findFirst();
    Reason reason = Reason.of("TEST", "test");
    if (intent.isEmpty()) {
      Termination decided = Termination.decided(VICTIM, "test", stage.now);
      return new Plan(
          new RecordTermination(reason, decided),
          seen.status().withTerminations(List.of(decided)),
          Map.of());
    }
    Instant now = stage.now;
    return intent.get().askedAt().filter(now::equals).isPresent()
        ? new Plan(new NoOp(reason), seen.status(), Map.of())
        : new Plan(
            new TerminateInstance(reason, intent.get()),
            seen.status().withTerminations(List.of(intent.get().asked(now))),
            Map.of());
  }
}
