package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.HookedStore;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredLineage;
import io.quorate.state.Phase;
import io.quorate.store.LineageMirror;
import io.quorate.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The right to bootstrap is used once, wherever the turn that uses it dies. */
class BootstrapOnStoreTest {
  private static final int MOST_CALLS = 60;

  @Test
  @Guards("FinalizeBootstrap")
  void aTurnDecidesAndFinishesTheBootstrap() {
    StoreStage stage = StoreStage.of(ClusterFixture.registered(3));

    stage.turn();

    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTED);
    assertThat(stage.decisions()).startsWith("COMMIT_BOOTSTRAP", "FINALIZE_BOOTSTRAP");
  }

  @Test
  @Guards("FINISH_BOOTSTRAP")
  void whereverItDiesTheNextFinishesExactlyTheRecordedBootstrap() {
    for (int at = 0; at < MOST_CALLS; at++) {
      StoreStage stage = StoreStage.of(ClusterFixture.registered(3));
      if (!dies(stage, at)) {
        assertThat(at).as("store calls of a bootstrap").isGreaterThan(6);
        return;
      }
      Optional<Bootstrap> recorded = stage.lineage().bootstrap();
      stage.pastTheLease();
      stage.heartbeats();

      stage.turn();

      assertThat(stage.lineage().state())
          .as("died before call %s", at)
          .isEqualTo(Lineage.State.COMMITTED);
      recorded.ifPresent(bootstrap -> assertThat(stage.lineage().bootstrap()).contains(bootstrap));
      assertThat(stage.decisions())
          .containsOnlyOnce("COMMIT_BOOTSTRAP")
          .containsOnlyOnce("FINALIZE_BOOTSTRAP");
    }
    throw new AssertionError("a bootstrap of over " + MOST_CALLS + " store calls");
  }

  /** Lease, nodes, records, the bootstrap recorded, the bootstrap final. */
  @Test
  void aBootstrapIsFinalAfterSixStoreCalls() {
    int calls = 0;
    Lineage.State state = Lineage.State.UNBOOTSTRAPPED;
    while (state != Lineage.State.COMMITTED && calls < MOST_CALLS) {
      StoreStage stage = StoreStage.of(ClusterFixture.registered(3));
      dies(stage, ++calls);
      state = stage.lineage().state();
    }
    assertThat(calls).isEqualTo(6);
  }

  @Test
  @Guards("TurnResult.Busy")
  void aLeaseLeftHeldKeepsOthersOutUntilItRunsOut() {
    StoreStage stage = StoreStage.of(ClusterFixture.registered(3));
    dies(stage, 3);

    assertThat(stage.turn()).isInstanceOf(TurnResult.Busy.class);
    stage.pastTheLease();
    assertThat(stage.turn()).isInstanceOf(TurnResult.Settled.class);
  }

  @Test
  @Guards("BOOTSTRAP_STALLED")
  void anArchiveThatDoesNotAnswerLeavesTheBootstrapToALaterTurn() {
    StoreStage stage = StoreStage.of(ClusterFixture.registered(3));
    var answering = stage.mirror;
    stage.mirror = new SilentMirror();
    assertThatThrownBy(stage::turn).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(stage::turn).isInstanceOf(StoreUnavailableException.class);
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.BOOTSTRAP_STALLED);
    assertThat(stage.decisions()).containsOnlyOnce("FINALIZE_BOOTSTRAP");
    Bootstrap recorded = stage.lineage().bootstrap().orElseThrow();
    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTING);

    stage.mirror = answering;
    stage.turn();

    assertThat(stage.lineage())
        .isEqualTo(new Lineage(ClusterFixture.UID, Lineage.State.COMMITTED, Optional.of(recorded)));
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .doesNotContain(Condition.Type.BOOTSTRAP_STALLED);
  }

  @Test
  @Guards("ARCHIVE_FOREIGN")
  void aNameThatBelongsToAnotherClusterHaltsTheBootstrap() {
    StoreStage stage = StoreStage.of(ClusterFixture.registered(3));
    stage.mirror.record(StoreStage.CLUSTER, new ClusterUid("uid-2"), anyBootstrap());

    stage.turn();

    halted(stage, Condition.Type.ARCHIVE_FOREIGN, "uid-2");
  }

  @Test
  @Guards("TABLE_ROLLED_BACK")
  void anotherBootstrapInTheArchiveHaltsTheTable() {
    StoreStage stage = StoreStage.of(ClusterFixture.registered(3));
    stage.mirror.record(StoreStage.CLUSTER, ClusterFixture.UID, anyBootstrap());

    stage.turn();

    halted(stage, Condition.Type.TABLE_ROLLED_BACK, anyBootstrap().nonce());
  }

  private static void halted(StoreStage stage, Condition.Type type, String named) {
    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTING);
    assertThat(stage.status().phase()).isEqualTo(Phase.HALTED);
    assertThat(stage.status().conditions())
        .singleElement()
        .satisfies(
            condition -> {
              assertThat(condition.type()).isEqualTo(type);
              assertThat(condition.message()).contains(named);
            });
    int said = stage.journal().size();
    assertThat(stage.turn())
        .isInstanceOfSatisfying(
            TurnResult.Halted.class, again -> assertThat(again.condition()).isEqualTo(type));
    assertThat(stage.journal()).as("said once").hasSize(said);
    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTING);
  }

  private static Bootstrap anyBootstrap() {
    return ClusterFixture.healthy(3).lineage.bootstrap().orElseThrow();
  }

  /** Whether the turn died, before this call and at every later one. */
  private static boolean dies(StoreStage stage, int at) {
    List<Integer> refused = new ArrayList<>();
    HookedStore dying =
        new HookedStore(
            stage.store,
            call -> {
              if (call >= at) {
                refused.add(call);
                throw new StoreUnavailableException("killed", new IllegalStateException("test"));
              }
            });
    try {
      stage.turn(dying, new Planner()::plan);
    } catch (StoreUnavailableException e) {
      assertThat(refused).isNotEmpty();
    }
    return !refused.isEmpty();
  }

  /** A mirror that does not answer. */
  static final class SilentMirror implements LineageMirror {
    @Override
    public Result record(ClusterName cluster, ClusterUid uid, Bootstrap bootstrap) {
      throw silent();
    }

    @Override
    public Result recordLost(ClusterName cluster, ClusterUid uid, LostBootstrap ancestor) {
      throw silent();
    }

    @Override
    public Optional<MirroredLineage> read(ClusterName cluster) {
      throw silent();
    }

    private static StoreUnavailableException silent() {
      return new StoreUnavailableException("mirror", new IllegalStateException("test"));
    }
  }
}
