package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.view.ClusterView;
import io.quorate.guards.Guards;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Lineage;
import io.quorate.state.Pause;
import io.quorate.store.Keys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The command pauses between two turns, and what it wrote reaches the next one. */
class PauseOnStoreTest {
  private final StoreStage stage =
      StoreStage.of(ClusterFixture.healthy(3).data("i-3", DataState.LOST));
  private final PauseCluster pauses =
      new PauseCluster(stage.store, () -> ClusterFixture.NOW, () -> "pause");

  private PauseResult pause() {
    return pauses.pause(StoreStage.CLUSTER, "alice", "repair");
  }

  @Test
  @Guards("PauseResult.Done")
  void theNextTurnBeginsNothingAndAfterwardsTheChangeBegins() {
    assertThat(pause())
        .isEqualTo(new PauseResult.Done(List.of(new Pause(ClusterFixture.NOW, "alice", "repair"))));

    stage.turn();
    assertThat(stage.status().operation()).isEmpty();
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .contains(Condition.Type.PAUSED);

    assertThat(pauses.unpause(StoreStage.CLUSTER, "bob"))
        .isEqualTo(new PauseResult.Done(List.of()));
    stage.turn();
    assertThat(stage.status().operation()).isPresent();
    assertThat(stage.decisions()).contains("Pause", "Unpause");
  }

  @Test
  @Guards("PauseResult.Unchanged")
  void theSecondWordChangesNothing() {
    pause();
    assertThat(pauses.pause(StoreStage.CLUSTER, "bob", "me too"))
        .isInstanceOfSatisfying(
            PauseResult.Unchanged.class,
            same -> assertThat(same.left()).extracting(Pause::by).containsExactly("alice"));
    pauses.unpause(StoreStage.CLUSTER, "bob");
    assertThat(pauses.unpause(StoreStage.CLUSTER, "bob"))
        .isEqualTo(new PauseResult.Unchanged(List.of()));
  }

  @Test
  @Guards("PauseResult.Busy")
  void aTurnThatRunsIsNotPausedInItsMiddle() {
    Leases leases = new Leases(stage.store);
    HeldLease turn =
        leases
            .take(StoreStage.CLUSTER, "a turn", ClusterFixture.NOW, Duration.ofSeconds(30))
            .orElseThrow();

    assertThat(pause()).isInstanceOf(PauseResult.Busy.class);
    assertThat(leases.release(turn, Map.of())).isTrue();
    assertThat(pause()).isInstanceOf(PauseResult.Done.class);
  }

  /** Its lease ran out, the pause was written, and it goes on with what it read before. */
  @Test
  void aTurnThatReadBeforeWritesNothingAfter() {
    AtomicReference<PauseResult> paused = new AtomicReference<>();
    Function<ClusterView, Plan> late =
        view -> {
          Plan plan = new Planner().plan(view);
          if (paused.get() == null) {
            stage.pastTheLease();
            paused.set(
                new PauseCluster(stage.store, () -> stage.now, () -> "pause")
                    .pause(StoreStage.CLUSTER, "alice", "repair"));
          }
          return plan;
        };

    TurnResult turned = stage.turn(late);

    assertThat(paused.get()).isInstanceOf(PauseResult.Done.class);
    assertThat(turned).isNotInstanceOf(TurnResult.Settled.class);
    assertThat(stage.status().operation()).isEmpty();
  }

  @Test
  @Guards("PauseResult.Deleted")
  void aDeletedClusterIsNotPaused() {
    Lineage deleted = ClusterFixture.healthy(3).lineage.deleted();
    stage.put(Keys.lineage(StoreStage.CLUSTER), Codecs.LINEAGE.write(deleted));

    assertThat(pause()).isInstanceOf(PauseResult.Deleted.class);
  }
}
